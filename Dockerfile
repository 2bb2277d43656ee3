# syntax=docker/dockerfile:1
# Debian, not Alpine: Temporal's native core is built for glibc only.
FROM node:24-bookworm-slim AS web
WORKDIR /app
COPY package.json package-lock.json ./
COPY db/driver db/driver
RUN --mount=type=cache,target=/root/.npm npm ci
COPY domain domain
COPY api/schemas api/schemas
COPY web web
RUN npm run build:web

FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY db/driver db/driver
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev

FROM node:24-bookworm-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/*
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 TRILHO_DATA_DIR=/data
RUN mkdir /data && chown node:node /data
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY package.json tsconfig.json ./
COPY config config
COPY domain domain
COPY providers providers
COPY db db
COPY temporal temporal
COPY storage storage
COPY mail mail
COPY inbox inbox
COPY telemetry telemetry
COPY activities activities
COPY gateway gateway
COPY workflows workflows
COPY worker worker
COPY api api
COPY scripts scripts
COPY --from=web /app/web/dist web/dist
USER node
EXPOSE 3000
# The worker, the migrations and the rest run from the same image with another command.
CMD ["node", "api/server.ts"]
