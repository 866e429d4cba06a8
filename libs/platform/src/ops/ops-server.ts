import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { LOGGER, type Logger } from '../logging.js';
import { Metrics } from '../metrics.js';

export type OpsPages = (server: FastifyInstance) => Promise<void>;

/**
 * Serves pages to operators at OPS_PORT, and `/metrics` there or, so that a network reaches one of the two, at METRICS_PORT.
 * Members cannot reach either. Without a port, there is no server.
 */
@Injectable()
export class OpsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly pages: { prefix: string; pages: OpsPages }[] = [];
  private server: FastifyInstance | undefined;
  private metricsServer: FastifyInstance | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** The actual port of the pages; undefined if their server has not started. */
  get port(): number | undefined {
    return portOf(this.server);
  }

  /** The actual port of the metrics; undefined if they have no server. */
  get metricsPort(): number | undefined {
    return portOf(this.metricsServer ?? this.server);
  }

  /** Adds pages under a path. Must be called before the application starts. */
  addPages(prefix: string, pages: OpsPages): void {
    this.pages.push({ prefix, pages });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { opsHost, opsPort, metricsHost, metricsPort } = this.config;
    if (opsPort === null && metricsPort === null) return;
    this.metrics.collectProcessMetrics();
    if (metricsPort !== null) {
      this.metricsServer = this.createServer();
      this.addMetrics(this.metricsServer);
      await this.metricsServer.listen({ host: await ownAddressOf(metricsHost), port: metricsPort });
    }
    if (opsPort !== null) {
      this.server = this.createServer();
      if (metricsPort === null) this.addMetrics(this.server);
      for (const { prefix, pages } of this.pages) await this.server.register(pages, { prefix });
      await this.server.listen({ host: opsHost, port: opsPort });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.server?.close(), this.metricsServer?.close()]);
  }

  private createServer(): FastifyInstance {
    const loggerInstance: FastifyBaseLogger = this.logger;
    const server = fastify({
      loggerInstance,
      logController: new LogController({ disableRequestLogging: true }),
      forceCloseConnections: true,
    });
    // A page of another site could send text/plain without a preflight request.
    server.removeContentTypeParser('text/plain');
    server.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found\n'));
    server.addHook('onSend', async (_request, reply, payload) => {
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      return payload;
    });
    return server;
  }

  private addMetrics(server: FastifyInstance): void {
    server.get('/metrics', async (_request, reply) => {
      const text = await this.metrics.text();
      return reply.type(this.metrics.contentType).send(text);
    });
  }
}

function portOf(server: FastifyInstance | undefined): number | undefined {
  const address = server?.addresses()[0];
  return typeof address === 'object' ? address.port : undefined;
}

/**
 * Returns the address of this machine among those of a name, which several machines of a network may share. So a process
 * in several networks listens in the network of the name only.
 */
async function ownAddressOf(host: string): Promise<string> {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((addresses) => addresses?.map(({ address }) => address) ?? []),
  );
  const addresses = await lookup(host, { all: true });
  const found = addresses.find(({ address }) => own.has(address) || isUnspecified(address));
  if (!found) throw new Error(`METRICS_HOST is ${host}, of which this machine has no address.`);
  return found.address;
}

const isUnspecified = (address: string): boolean => address === '0.0.0.0' || address === '::';
