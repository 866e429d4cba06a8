# The gateway with the fonts of the page that it shows while no backend responds. That page and the Caddyfile are mounted, so
# that it loads another one while it runs. Its version is the hash of this file and of the public image, so that a release
# that changes neither does not replace it: nobody reaches the site for about a second then.
ARG CADDY_IMAGE=caddy:2
FROM ${CADDY_IMAGE}
COPY frontend/src/assets/fonts/oniverse-serif-regular.woff2 /srv/unavailable/serif.woff2
COPY frontend/src/assets/fonts/oniverse-mono-regular.woff2 /srv/unavailable/mono.woff2
LABEL org.opencontainers.image.title=oniverse-gateway
