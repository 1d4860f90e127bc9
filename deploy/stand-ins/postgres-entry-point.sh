#!/bin/sh
# Makes the database at the first start, with what is in /docker-entrypoint-initdb.d, and serves it.
set -eu
export PATH="/usr/local/pgsql/bin:$PATH" PGDATA=/var/lib/postgresql/18/docker
as_postgres() { setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
mkdir -p "$PGDATA" && chown -R postgres:postgres /var/lib/postgresql
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  printf '%s\n' "$POSTGRES_PASSWORD" >/tmp/password && chmod 644 /tmp/password
  as_postgres initdb --encoding=UTF8 --no-locale --username=postgres --pwfile=/tmp/password --auth-host=scram-sha-256 --auth-local=trust
  rm /tmp/password
  echo 'host all all all scram-sha-256' >>"$PGDATA/pg_hba.conf"
  as_postgres pg_ctl --wait --options="-c listen_addresses= -k /tmp" start
  for script in /docker-entrypoint-initdb.d/*.sql; do
    psql --host=/tmp --username=postgres --set=ON_ERROR_STOP=1 --file="$script"
  done
  as_postgres pg_ctl --wait stop
fi
exec setpriv --reuid=postgres --regid=postgres --clear-groups postgres -c listen_addresses='*' -k /tmp
