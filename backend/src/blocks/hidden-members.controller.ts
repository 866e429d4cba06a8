import { Controller, Get } from '@nestjs/common';
import { type HiddenMembers, hiddenMembersSchema } from '@oniverse/contracts';
import { Call } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { BlocksService } from './blocks.service.js';

@Controller('hidden-members')
export class HiddenMembersController {
  constructor(private readonly blocks: BlocksService) {}

  @Get()
  @Call({
    summary: 'Returns the ids of all members that the caller blocked or muted',
    answer: hiddenMembersSchema,
  })
  async list(@CurrentSession() session: SessionContext): Promise<HiddenMembers> {
    return this.blocks.listHidden(session.userId);
  }
}
