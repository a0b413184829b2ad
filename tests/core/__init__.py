"""The core, tested without web, disk or clock."""
