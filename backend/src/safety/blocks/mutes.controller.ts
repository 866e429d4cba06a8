import { Controller } from '@nestjs/common';
import {
  type HiddenMemberView,
  type InputOf,
  listMutes,
  muteMember,
  type OkAnswer,
  unmuteMember,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { BlocksService } from './blocks.service.js';

@Controller()
export class MutesController {
  constructor(private readonly blocks: BlocksService) {}

  @Handles(listMutes)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listMutes>,
  ): Promise<Page<HiddenMemberView>> {
    return this.blocks.listMutes(session.userId, query);
  }

  @Handles(muteMember)
  async mute(
    @CurrentSession() session: SessionContext,
    @Input() { userId }: InputOf<typeof muteMember>,
  ): Promise<OkAnswer> {
    await this.blocks.mute(session.userId, userId);
    return { ok: true };
  }

  @Handles(unmuteMember)
  async unmute(
    @CurrentSession() session: SessionContext,
    @Input() { userId }: InputOf<typeof unmuteMember>,
  ): Promise<OkAnswer> {
    await this.blocks.unmute(session.userId, userId);
    return { ok: true };
  }
}
