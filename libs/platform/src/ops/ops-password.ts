import { createHash, timingSafeEqual } from 'node:crypto';
import type { RateLimitName } from '@oniverse/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ClientAddress } from '../http/address.js';
import { ProblemError } from '../problems.js';
import type { RateLimits } from '../rate-limits.js';

/** Whom a browser's own dialogue asks for. */
const USER = 'ops';
const REALM = `Basic realm="Oniverse, for ${USER}", charset="UTF-8"`;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Lets in who knows a password, by HTTP's Basic scheme (RFC 7617); wrong ones are counted by address. */
export class OpsPassword {
  private readonly expected: Buffer;

  constructor(
    password: string,
    private readonly limits: RateLimits,
    private readonly limit: RateLimitName,
    private readonly addressOf: ClientAddress,
  ) {
    this.expected = digest(`${USER}:${password}`);
  }

  /** A hook before a request: answers it where it may not go on. */
  async ask(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const given = /^basic ([a-z0-9+/]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined) return refuse(reply, 401, 'A password is needed.');
    const address = this.addressOf(request.raw);
    try {
      await this.limits.assertLeft(this.limit, address);
      if (this.isRight(Buffer.from(given, 'base64').toString())) return undefined;
      await this.limits.consume(this.limit, address);
      return refuse(reply, 401, 'The password is wrong.');
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error;
      reply.header('retry-after', String(error.details.retryAfter));
      return refuse(reply, 429, error.message);
    }
  }

  /** Takes as long for a wrong one as for the right one. */
  private isRight(credentials: string): boolean {
    return timingSafeEqual(digest(credentials), this.expected);
  }
}

function refuse(reply: FastifyReply, status: 401 | 429, message: string): FastifyReply {
  if (status === 401) reply.header('www-authenticate', REALM);
  return reply.code(status).type('text/plain; charset=utf-8').send(`${message}\n`);
}
