import { Controller } from '@nestjs/common';
import {
  addChannelGroup,
  addChannelMember,
  listChannelMembers,
  removeChannelGroup,
  removeChannelMember,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { PrivateChannelsService } from './private-channels.service.js';

@Controller()
export class PrivateChannelsController {
  constructor(private readonly channels: PrivateChannelsService) {}

  @Handles(listChannelMembers)
  async listMembers({ session, id, query }: Received<typeof listChannelMembers>) {
    return this.channels.listMembers(session.userId, id, query);
  }

  @Handles(addChannelMember)
  async addMember({ session, id, userId }: Received<typeof addChannelMember>) {
    await this.channels.addMember(session.userId, id, userId);
  }

  @Handles(removeChannelMember)
  async removeMember({ session, id, userId }: Received<typeof removeChannelMember>) {
    await this.channels.removeMember(session.userId, id, userId);
  }

  @Handles(addChannelGroup)
  async addGroup({ session, id, groupId }: Received<typeof addChannelGroup>) {
    await this.channels.addGroup(session.userId, id, groupId);
  }

  @Handles(removeChannelGroup)
  async removeGroup({ session, id, groupId }: Received<typeof removeChannelGroup>) {
    await this.channels.removeGroup(session.userId, id, groupId);
  }
}
