FROM node:24-bookworm-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY server/package.json server/
COPY harness/package.json harness/
COPY sdk/package.json sdk/
COPY console/package.json console/
RUN npm ci --omit=dev
COPY server/migrations server/migrations
COPY server/src server/src
COPY models models
COPY vocabulary vocabulary
COPY command-line command-line
COPY scripts scripts
COPY sdk/src sdk/src
COPY console console
RUN node scripts/build-console.js
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
CMD ["node", "server/src/main.ts"]
