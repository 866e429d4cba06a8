import { Controller, Get, Res } from '@nestjs/common';
import { type JsonSchema, type OkAnswer, okSchema, schema } from '@oniverse/contracts';
import { Health, unavailable } from '@oniverse/platform';
import { Call, PROBLEM_SCHEMA } from '@oniverse/platform/backend';
import type { FastifyReply } from 'fastify';
import { SelfLimited } from '../limits/self-limited.decorator.js';

const part = schema.oneOf(['up', 'down'], 'Whether it answers.', 'up');
const partsSchema = schema.object('Parts', 'What the process stands on.', {
  database: part,
  redis: part,
  objects: part,
});
const readySchema = schema.object('Ready', 'Members can be served.', {
  ok: schema.yes('Always true.'),
  parts: partsSchema,
});
const NOT_READY_SCHEMA: JsonSchema = {
  ...PROBLEM_SCHEMA,
  title: 'NotReady',
  properties: { ...PROBLEM_SCHEMA.properties, parts: partsSchema.json },
};

/** For whoever watches the process: is it alive, and can it serve. */
@Controller('health')
@SelfLimited()
export class HealthController {
  constructor(private readonly health: Health) {}

  /** Answers as long as the process does. */
  @Get('live')
  @Call({ summary: 'Whether the process is alive', access: 'public', answer: okSchema })
  live(): OkAnswer {
    return { ok: true };
  }

  /** 200 where members can be served, else 503; either way what is up and what is down. */
  @Get('ready')
  @Call({
    summary: 'Whether members can be served',
    access: 'public',
    answer: readySchema,
    problem: NOT_READY_SCHEMA,
  })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { ready, parts } = await this.health.report();
    if (ready) return { ok: true, parts };
    const problem = unavailable();
    void reply.code(problem.statusCode).header('retry-after', String(problem.details.retryAfter));
    return { ...problem.body(), parts };
  }
}
