# The gateway with its configuration, so that both change with the version.
FROM caddy:2
COPY infra/docker/Caddyfile /etc/caddy/Caddyfile
ARG ONIVERSE_VERSION=dev
LABEL org.opencontainers.image.title=oniverse-gateway org.opencontainers.image.version=$ONIVERSE_VERSION
