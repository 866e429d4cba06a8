import { Controller } from '@nestjs/common';
import { getHiddenMembers, type HiddenMembers } from '@oniverse/contracts';
import { Handles } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { BlocksService } from './blocks.service.js';

@Controller()
export class HiddenMembersController {
  constructor(private readonly blocks: BlocksService) {}

  @Handles(getHiddenMembers)
  async list(@CurrentSession() session: SessionContext): Promise<HiddenMembers> {
    return this.blocks.listHidden(session.userId);
  }
}
