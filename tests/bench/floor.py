"""The floor: a bare application whose one route returns 2,048 ready bytes."""

from fastapi import FastAPI, Response

BODY = b"<p>" + b"x" * 2041 + b"</p>"

app = FastAPI(openapi_url=None)


@app.get("/")
async def constant() -> Response:
    return Response(BODY, media_type="text/html")
