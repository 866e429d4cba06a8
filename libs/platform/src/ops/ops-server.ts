import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { fastify, type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { LOGGER, type Logger } from '../logging.js';
import { Metrics } from '../metrics.js';

/** Adds routes of its own to the server for ops. */
export type OpsPages = (server: FastifyInstance) => Promise<void>;

/**
 * Answers ops, on an address of its own (OPS_HOST and OPS_PORT) that members never reach: `/metrics`, and what else a
 * process has for them. Without a port there is none.
 */
@Injectable()
export class OpsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly pages: { prefix: string; pages: OpsPages }[] = [];
  private server: FastifyInstance | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  /** The port that it listens on; undefined where there is none. */
  get port(): number | undefined {
    const address = this.server?.addresses()[0];
    return typeof address === 'object' ? address.port : undefined;
  }

  /** Adds pages under a path; before the application has started. */
  add(prefix: string, pages: OpsPages): void {
    this.pages.push({ prefix, pages });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { opsHost, opsPort } = this.config;
    if (opsPort === null) return;
    this.metrics.watchProcess();
    const loggerInstance: FastifyBaseLogger = this.logger;
    const server = fastify({
      loggerInstance,
      logController: new LogController({ disableRequestLogging: true }),
      forceCloseConnections: true,
    });
    this.server = server;
    // What a page elsewhere could send in a browser's name without asking first.
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
