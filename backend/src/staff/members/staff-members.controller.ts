import { Controller } from '@nestjs/common';
import {
  endMemberSessions,
  eraseMember,
  getMemberRecord,
  listStaffMembers,
  takeMeasure,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { StaffMembersService } from './staff-members.service.js';

@Controller()
export class StaffMembersController {
  constructor(private readonly members: StaffMembersService) {}

  @Handles(listStaffMembers)
  async list({ query }: Received<typeof listStaffMembers>) {
    return this.members.list(query);
  }

  @Handles(getMemberRecord)
  async find({ session, id }: Received<typeof getMemberRecord>) {
    return this.members.find(session, id);
  }

  @Handles(takeMeasure)
  async takeMeasure({ session, id, body }: Received<typeof takeMeasure>) {
    return this.members.takeMeasure(session, id, body);
  }

  @Handles(endMemberSessions)
  async endSessions({ session, id }: Received<typeof endMemberSessions>) {
    return this.members.endSessions(session, id);
  }

  @Handles(eraseMember)
  async erase({ session, id, body }: Received<typeof eraseMember>) {
    await this.members.erase(session, id, body);
  }
}
