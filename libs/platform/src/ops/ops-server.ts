import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { LOGGER, type Logger } from '../logging.js';
import { Metrics } from '../metrics.js';

export type OpsPages = (server: FastifyInstance) => Promise<void>;

/** Serves `/metrics` and further pages to operators, on an address that members cannot reach; none without OPS_PORT. */
@Injectable()
export class OpsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly pages: { prefix: string; pages: OpsPages }[] = [];
  private server: FastifyInstance | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** The actual port; undefined if the server has not started. */
  get port(): number | undefined {
    const address = this.server?.addresses()[0];
    return typeof address === 'object' ? address.port : undefined;
  }

  /** Adds pages under a path. Must be called before the application starts. */
  addPages(prefix: string, pages: OpsPages): void {
    this.pages.push({ prefix, pages });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { opsHost, opsPort } = this.config;
    if (opsPort === null) return;
    this.metrics.collectProcessMetrics();
    const loggerInstance: FastifyBaseLogger = this.logger;
    const server = fastify({
      loggerInstance,
      logController: new LogController({ disableRequestLogging: true }),
      forceCloseConnections: true,
    });
    this.server = server;
    // A page of another site could send text/plain without a preflight request.
    server.removeContentTypeParser('text/plain');
    server.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain').send('Not found\n'));
    server.addHook('onSend', async (_request, reply, payload) => {
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
      return payload;
    });
    server.get('/metrics', async (_request, reply) => {
      const text = await this.metrics.text();
      return reply.type(this.metrics.contentType).send(text);
    });
    for (const { prefix, pages } of this.pages) await server.register(pages, { prefix });
    await server.listen({ host: opsHost, port: opsPort });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server?.close();
  }
}
