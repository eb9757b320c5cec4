"""The rules as array code: integers and numpy records, compiled by numba. No names, no files, no clocks."""
