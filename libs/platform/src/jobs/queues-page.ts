import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CONFIG, type Config } from '../config.js';
import { clientAddressOf } from '../http/address.js';
import { LOGGER, type Logger } from '../logging.js';
import { OpsPassword } from '../ops/ops-password.js';
import { OpsServer } from '../ops/ops-server.js';
import { RateLimits } from '../rate-limits.js';
import { BoardAdapter } from './board-adapter.js';
import { JobRunner } from './job-runner.js';
import { QUEUES } from './queues.js';

const PATH = '/queues';

/**
 * What the page needs: its own scripts and addresses. It styles elements by attributes, and would take its letters from
 * elsewhere, which it does not get.
 */
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

/** The page on which ops see the queues, and try again what failed. There is none without QUEUES_PASSWORD. */
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
    if (queuesPassword !== null) this.ops.add(PATH, (server) => this.register(server, queuesPassword));
  }

  private async register(server: FastifyInstance, secret: string): Promise<void> {
    const addressOf = clientAddressOf(this.config.trustedProxies);
    const password = new OpsPassword(secret, this.limits, 'queuesPassword', addressOf);
    server.addHook('onRequest', async (_request, reply) => {
      reply
        .header('content-security-policy', CONTENT_SECURITY_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('x-frame-options', 'DENY');
    });
    server.addHook('onRequest', (request, reply) => password.ask(request, reply));
    server.addHook('onRequest', async (request, reply) => {
      if (request.method === 'GET' || request.method === 'HEAD') return undefined;
      if (isFromElsewhere(request)) return refuse(reply);
      const path = request.url.split('?')[0];
      this.logger.info({ method: request.method, path, address: addressOf(request.raw) }, 'Queues by hand');
      return undefined;
    });
    // Only where it is wanted: most processes never show it.
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

/** The browser sends the password along with whatever a page elsewhere asks of this address. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin';
}

const refuse = (reply: FastifyReply): FastifyReply =>
  reply.code(403).type('text/plain; charset=utf-8').send('Only from the page itself.\n');
