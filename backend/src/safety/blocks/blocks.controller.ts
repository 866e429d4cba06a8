import { Controller } from '@nestjs/common';
import {
  blockMember,
  getHiddenMembers,
  listBlocks,
  listMutes,
  muteMember,
  unblockMember,
  unmuteMember,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { BlocksService } from './blocks.service.js';

@Controller()
export class BlocksController {
  constructor(private readonly blocks: BlocksService) {}

  @Handles(listBlocks)
  async list({ session, query }: Received<typeof listBlocks>) {
    return this.blocks.listBlocks(session.userId, query);
  }

  @Handles(blockMember)
  async block({ session, userId }: Received<typeof blockMember>) {
    await this.blocks.block(session.userId, userId);
  }

  @Handles(unblockMember)
  async unblock({ session, userId }: Received<typeof unblockMember>) {
    await this.blocks.unblock(session.userId, userId);
  }
}

@Controller()
export class MutesController {
  constructor(private readonly blocks: BlocksService) {}

  @Handles(listMutes)
  async list({ session, query }: Received<typeof listMutes>) {
    return this.blocks.listMutes(session.userId, query);
  }

  @Handles(muteMember)
  async mute({ session, userId }: Received<typeof muteMember>) {
    await this.blocks.mute(session.userId, userId);
  }

  @Handles(unmuteMember)
  async unmute({ session, userId }: Received<typeof unmuteMember>) {
    await this.blocks.unmute(session.userId, userId);
  }
}

@Controller()
export class HiddenMembersController {
  constructor(private readonly blocks: BlocksService) {}

  @Handles(getHiddenMembers)
  async list({ session }: Received<typeof getHiddenMembers>) {
    return this.blocks.listHidden(session.userId);
  }
}
