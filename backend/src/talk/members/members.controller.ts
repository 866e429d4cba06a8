import { Controller } from '@nestjs/common';
import { joinServer, leaveServer, listMembers, removeMember, setRole } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { MembersService } from './members.service.js';

@Controller()
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Handles(joinServer)
  async join({ session, id }: Received<typeof joinServer>) {
    return this.members.join(session.userId, id);
  }

  @Handles(leaveServer)
  async leave({ session, id }: Received<typeof leaveServer>) {
    await this.members.leave(session.userId, id);
  }

  @Handles(listMembers)
  async list({ session, id, query }: Received<typeof listMembers>) {
    return this.members.list(session.userId, id, query);
  }

  @Handles(setRole)
  async setRole({ session, id, userId, body: { role } }: Received<typeof setRole>) {
    return this.members.setRole(session.userId, id, userId, role);
  }

  @Handles(removeMember)
  async remove({ session, id, userId }: Received<typeof removeMember>) {
    await this.members.remove(session.userId, id, userId);
  }
}
