# ludograph in a container, with the engine of its databases:
#
#   docker build -t ludograph .
#   docker run --rm --network host -v "$PWD:/games" ludograph serve games.db
#
# The server listens on localhost only, so the container shares the network of the machine.

FROM node:24-slim AS build
WORKDIR /source
COPY . .
RUN npm ci && npm run build && npm pack --ignore-scripts --pack-destination /package

FROM node:24-slim
COPY --from=build /package /package
RUN npm install --global /package/*.tgz \
  && npm install --global "@duckdb/node-api@$(node -p "require('/usr/local/lib/node_modules/ludograph/package.json').peerDependencies['@duckdb/node-api']")" \
  && rm -r /package
USER node
WORKDIR /games
ENTRYPOINT ["ludograph"]
CMD ["--help"]
