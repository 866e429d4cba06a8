import { Controller } from '@nestjs/common';
import {
  blockMember,
  type HiddenMemberView,
  type InputOf,
  listBlocks,
  type OkAnswer,
  unblockMember,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { BlocksService } from './blocks.service.js';

@Controller()
export class BlocksController {
  constructor(private readonly blocks: BlocksService) {}

  @Handles(listBlocks)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listBlocks>,
  ): Promise<Page<HiddenMemberView>> {
    return this.blocks.listBlocks(session.userId, query);
  }

  @Handles(blockMember)
  async block(
    @CurrentSession() session: SessionContext,
    @Input() { userId }: InputOf<typeof blockMember>,
  ): Promise<OkAnswer> {
    await this.blocks.block(session.userId, userId);
    return { ok: true };
  }

  @Handles(unblockMember)
  async unblock(
    @CurrentSession() session: SessionContext,
    @Input() { userId }: InputOf<typeof unblockMember>,
  ): Promise<OkAnswer> {
    await this.blocks.unblock(session.userId, userId);
    return { ok: true };
  }
}
