# The command, as the release workflow publishes it: `docker run --rm -v "$PWD:/work" IMAGE plan`.
# It runs as a user without rights, and has git, which says what a run was made from. docs/security.md says how the image is verified.
# The digest is that of node:24-bookworm-slim for all platforms; Dependabot moves it.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY tsconfig.json tsconfig.types.json ./
COPY scripts scripts
COPY schemas schemas
COPY src src
# The commit of the release, as in the package: `boardwright init` writes it into workflows.
ARG BOARDWRIGHT_COMMIT=0000000000000000000000000000000000000000
RUN BOARDWRIGHT_COMMIT="$BOARDWRIGHT_COMMIT" node scripts/build.mjs --no-types

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates git \
  && rm -rf /var/lib/apt/lists/* \
  # The mounted project belongs to somebody else than the user in here.
  && git config --system --add safe.directory /work
COPY package.json LICENSE /opt/boardwright/
COPY schemas /opt/boardwright/schemas
COPY --from=build /src/dist /opt/boardwright/dist
RUN ln -s /opt/boardwright/dist/cli.cjs /usr/local/bin/boardwright
# By number, so that a cluster can see that it is not root.
USER 1000:1000
WORKDIR /work
ENTRYPOINT ["boardwright"]
