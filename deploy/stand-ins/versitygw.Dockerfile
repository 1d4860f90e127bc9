# Stands in for the image of the S3 store: the same program, built from its source.
FROM debian:bookworm-slim
COPY versitygw /usr/local/bin/versitygw
ENTRYPOINT ["versitygw"]
