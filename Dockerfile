# The whole service as it runs on a laptop, for a look at it and for small teams: infra/local/README.md says what it lacks beside AWS.
FROM node:24-slim
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN mkdir /data && chown -R node:node /data /app
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "infra/local/start.ts", "--listen-api", "0.0.0.0", "--port", "3000", "--data", "/data"]
