# The gateway with its configuration and the page that it shows while no backend responds. Its version is the hash of these
# files, so that a release that does not change them does not restart it, which would close every live connection.
ARG CADDY_IMAGE=caddy:2
FROM ${CADDY_IMAGE}
COPY infra/docker/Caddyfile /etc/caddy/Caddyfile
COPY infra/docker/unavailable.html /srv/unavailable/index.html
COPY frontend/src/assets/fonts/oniverse-serif-regular.woff2 /srv/unavailable/serif.woff2
COPY frontend/src/assets/fonts/oniverse-mono-regular.woff2 /srv/unavailable/mono.woff2
LABEL org.opencontainers.image.title=oniverse-gateway
