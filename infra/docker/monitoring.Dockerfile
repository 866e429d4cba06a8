# Prometheus, Alertmanager and their exporters, from Debian's packages. Only the profile `monitoring` runs them.
ARG MONITORING_IMAGE=debian:12-slim
FROM ${MONITORING_IMAGE}
RUN apt-get update \
  && apt-get install --yes --no-install-recommends \
    ca-certificates prometheus prometheus-alertmanager prometheus-blackbox-exporter prometheus-node-exporter \
  && rm -rf /var/lib/apt/lists/*
COPY infra/monitoring /etc/oniverse
RUN promtool check config /etc/oniverse/prometheus.yml && mkdir /data && chown prometheus /data
LABEL org.opencontainers.image.title=oniverse-monitoring
USER prometheus
