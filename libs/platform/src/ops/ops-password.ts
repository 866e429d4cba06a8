import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressResolver } from '../http/address.js';
import { ProblemError } from '../problems.js';
import type { RateLimit, RateLimits } from '../rate-limits.js';

const USER = 'ops';
const REALM = `Basic realm="Oniverse, for ${USER}", charset="UTF-8"`;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Authenticates operators with HTTP Basic (RFC 7617), and limits wrong passwords per address. */
export class OpsPassword {
  private readonly expected: Buffer;

  constructor(
    password: string,
    private readonly limits: RateLimits,
    private readonly limit: RateLimit,
    private readonly addressOf: AddressResolver,
  ) {
    this.expected = digest(`${USER}:${password}`);
  }

  /** Rejects a request without the password. Used as an `onRequest` hook. */
  async authenticate(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const given = /^basic ([a-z0-9+/]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined) return reject(reply, 401, 'Enter the password.');
    const address = this.addressOf(request.raw);
    try {
      await this.limits.assertRemaining(this.limit, address);
      if (this.matches(Buffer.from(given, 'base64').toString())) return undefined;
      await this.limits.consume(this.limit, address);
      return reject(reply, 401, 'Wrong password.');
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'rate_limited') throw error;
      reply.header('retry-after', String(error.details.retryAfter));
      return reject(reply, 429, error.message);
    }
  }

  /** Compares in constant time. */
  private matches(credentials: string): boolean {
    return timingSafeEqual(digest(credentials), this.expected);
  }
}

function reject(reply: FastifyReply, status: 401 | 429, message: string): FastifyReply {
  if (status === 401) reply.header('www-authenticate', REALM);
  return reply.code(status).type('text/plain; charset=utf-8').send(`${message}\n`);
}
