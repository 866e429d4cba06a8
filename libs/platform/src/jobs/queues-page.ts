import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { createAddressResolver, networkOf } from '../http/address.js';
import { LOGGER, type Logger } from '../logging.js';
import { OpsPassword } from '../ops/ops-password.js';
import { OpsServer } from '../ops/ops-server.js';
import { RateLimits } from '../rate-limits.js';
import { BoardAdapter } from './board-adapter.js';
import { JobRunner } from './job-runner.js';
import { QUEUES } from '../queues.js';

const PATH = '/queues';

/** Allows the page's own scripts and requests, and its inline styles. Blocks its external fonts. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "base-uri 'self'",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join('; ');

/** Wrong passwords of an address. */
export const PASSWORD_LIMIT = { name: 'queuesPassword', points: 10, seconds: 15 * 60 } as const;

/** Serves the page on which operators see the queues and retry failed jobs. Requires QUEUES_PASSWORD. */
@Injectable()
export class QueuesPage implements OnModuleInit {
  constructor(
    private readonly ops: OpsServer,
    private readonly runner: JobRunner,
    private readonly limits: RateLimits,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    const { queuesPassword } = this.config;
    if (queuesPassword !== null) this.ops.addPages(PATH, (server) => this.register(server, queuesPassword));
  }

  private async register(server: FastifyInstance, secret: string): Promise<void> {
    const addressOf = createAddressResolver(this.config.trustedProxies);
    const password = new OpsPassword(secret, this.limits, PASSWORD_LIMIT, addressOf);
    server.addHook('onRequest', async (_request, reply) => {
      reply
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('x-frame-options', 'DENY');
    });
    server.addHook('onRequest', (request, reply) => password.authenticate(request, reply));
    server.addHook('onResponse', async (request, { statusCode: status }) => {
      if (status < 400 || status >= 500 || request.headers.authorization === undefined) return;
      this.logger.info({ status, network: networkOf(addressOf(request.raw)) }, 'Queues page refused');
    });
    server.addHook('onRequest', async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD') return undefined;
      if (isCrossSite(request)) return reject(reply);
      const path = request.url.split('?')[0];
      this.logger.info(
        { method: request.method, path, network: networkOf(addressOf(request.raw)) },
        'Queues changed by an operator',
      );
      return undefined;
    });
    // Loaded here, because most processes never need it.
    const { createBullBoard } = await import('@bull-board/api');
    const { BullMQAdapter } = await import('@bull-board/api/bullMQAdapter');
    const board = new BoardAdapter(`${PATH}/`);
    createBullBoard({
      queues: QUEUES.map((queue) => new BullMQAdapter(this.runner.queues[queue])),
      serverAdapter: board,
      options: { uiConfig: { boardTitle: 'Oniverse' } },
    });
    await board.register(server);
  }
}

/** Protects from CSRF: a browser sends the password with the requests of other sites too. */
function isCrossSite({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}

const reject = (reply: FastifyReply): FastifyReply =>
  reply.code(403).type('text/plain; charset=utf-8').send('Use the queues page for this.\n');
