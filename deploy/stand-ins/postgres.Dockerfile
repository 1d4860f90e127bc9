# Stands in for the image of Postgres: the server of the same version from npm, and an entry point that does of its work
# what compose.yaml needs.
FROM debian:bookworm-slim
RUN apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
COPY native /usr/local/pgsql
COPY postgres-entry-point.sh /usr/local/bin/
RUN id postgres >/dev/null 2>&1 || useradd --system --home-dir /var/lib/postgresql postgres
VOLUME /var/lib/postgresql
EXPOSE 5432
CMD ["postgres-entry-point.sh"]
