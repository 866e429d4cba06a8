import { Controller } from '@nestjs/common';
import {
  addGroupMember,
  createGroup,
  deleteGroup,
  listGroupMembers,
  listGroups,
  removeGroupMember,
  updateGroup,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { GroupsService } from './groups.service.js';

@Controller()
export class GroupsController {
  constructor(private readonly groups: GroupsService) {}

  @Handles(listGroups)
  async list({ session, id, query }: Received<typeof listGroups>) {
    return this.groups.list(session.userId, id, query);
  }

  @Handles(createGroup)
  async create({ session, id, body }: Received<typeof createGroup>) {
    return this.groups.create(session.userId, id, body);
  }

  @Handles(updateGroup)
  async update({ session, id, body }: Received<typeof updateGroup>) {
    return this.groups.update(session.userId, id, body);
  }

  @Handles(deleteGroup)
  async delete({ session, id }: Received<typeof deleteGroup>) {
    await this.groups.delete(session.userId, id);
  }

  @Handles(listGroupMembers)
  async listMembers({ session, id, query }: Received<typeof listGroupMembers>) {
    return this.groups.listMembers(session.userId, id, query);
  }

  @Handles(addGroupMember)
  async addMember({ session, id, userId }: Received<typeof addGroupMember>) {
    await this.groups.addMember(session.userId, id, userId);
  }

  @Handles(removeGroupMember)
  async removeMember({ session, id, userId }: Received<typeof removeGroupMember>) {
    await this.groups.removeMember(session.userId, id, userId);
  }
}
