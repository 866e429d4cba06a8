import { Controller, Get, Res } from '@nestjs/common';
import { Health, unavailable } from '@oniverse/platform';
import type { FastifyReply } from 'fastify';
import { SelfLimited } from '../limits/self-limited.decorator.js';
import { Public } from '../sessions/public.decorator.js';

/** For whoever watches the process: is it alive, and can it serve. */
@Controller('health')
@Public()
@SelfLimited()
export class HealthController {
  constructor(private readonly health: Health) {}

  /** Answers as long as the process does. */
  @Get('live')
  live(): { ok: true } {
    return { ok: true };
  }

  /** 200 where members can be served, else 503; either way what is up and what is down. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { ready, parts } = await this.health.report();
    if (ready) return { ok: true, parts };
    const problem = unavailable();
    void reply.code(problem.statusCode).header('retry-after', String(problem.details.retryAfter));
    return { ...problem.body(), parts };
  }
}
