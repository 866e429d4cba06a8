import { Controller, Get, Inject, Res } from '@nestjs/common';
import { type JsonSchema, type OkAnswer, okSchema, schema, type TypeOf } from '@oniverse/contracts';
import { CONFIG, type Config, Health, PART_STATES, unavailable } from '@oniverse/platform';
import { Call, PROBLEM_SCHEMA, SocketBalance } from '@oniverse/platform/backend';
import type { FastifyReply } from 'fastify';
import { SelfLimited } from '../../shared/index.js';

const part = schema.oneOf(PART_STATES, 'Whether it responds and accepts writes.', 'up');
const partsSchema = schema.object('Parts', 'The dependencies of the process.', {
  database: part,
  redis: part,
  objects: part,
});
const readySchema = schema.object('Ready', 'The process can serve members.', {
  ok: schema.literalTrue('Always true.'),
  parts: partsSchema,
});
const NOT_READY_SCHEMA: JsonSchema = {
  ...PROBLEM_SCHEMA,
  title: 'NotReady',
  properties: { ...PROBLEM_SCHEMA.properties, parts: partsSchema.json },
};

const versionSchema = schema.object('Version', 'The build that responds.', {
  ok: schema.literalTrue('Always true.'),
  version: schema.text('The version, `dev` outside of an image.', { example: 'v0.2.0' }),
});

@Controller('health')
export class HealthController {
  constructor(
    private readonly health: Health,
    private readonly balance: SocketBalance,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @SelfLimited()
  @Call({ summary: 'Returns the version that responds', access: 'public', answer: versionSchema })
  version(): TypeOf<typeof versionSchema> {
    return { ok: true, version: this.config.version };
  }

  @Get('live')
  @SelfLimited()
  @Call({
    summary: 'Checks that the process takes new connections',
    description: 'It takes none while it shuts down, or if it has no room and another one does.',
    access: 'public',
    answer: okSchema,
    problems: ['unavailable'],
  })
  live(): OkAnswer {
    if (this.health.leaving || this.balance.isRefusing) throw unavailable();
    return { ok: true };
  }

  /** Responds with 200 or 503, in both cases with the state of each dependency. */
  @Get('ready')
  @SelfLimited()
  @Call({
    summary: 'Checks that the process can serve members',
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
