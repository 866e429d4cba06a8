import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { capsuleSchema, type CapsuleView, type OkAnswer, okSchema, schema } from '@oniverse/contracts';
import { Call, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CapsuleDto } from './capsules.dto.js';
import { CapsulesService } from './capsules.service.js';

@Controller('capsules')
export class CapsulesController {
  constructor(private readonly capsules: CapsulesService) {}

  @Get()
  @Call({ summary: "Lists the caller's capsules, newest first", answer: schema.list(capsuleSchema) })
  async list(@CurrentSession() session: SessionContext): Promise<CapsuleView[]> {
    return this.capsules.list(session.userId);
  }

  @Post()
  @Call({ summary: 'Creates a capsule', status: 201, answer: capsuleSchema, problems: ['quota_reached'] })
  async create(@CurrentSession() session: SessionContext, @Body() body: CapsuleDto): Promise<CapsuleView> {
    return this.capsules.create(session.userId, body);
  }

  @Put(':id')
  @Call({
    summary: 'Updates a capsule',
    description: 'Requires the name; other omitted fields keep their values.',
    answer: capsuleSchema,
    problems: ['not_found'],
  })
  async update(
    @CurrentSession() session: SessionContext,
    @PathId('The capsule.') id: string,
    @Body() body: CapsuleDto,
  ): Promise<CapsuleView> {
    return this.capsules.update(session.userId, id, body);
  }

  @Delete(':id')
  @Call({
    summary: 'Deletes a capsule',
    description: 'The profile archives in it are kept.',
    answer: okSchema,
    problems: ['not_found'],
  })
  async delete(
    @CurrentSession() session: SessionContext,
    @PathId('The capsule.') id: string,
  ): Promise<OkAnswer> {
    await this.capsules.delete(session.userId, id);
    return { ok: true };
  }
}
