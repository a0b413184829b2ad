"""Messages on their way to the operator by mail; decides nothing about who may write one."""
