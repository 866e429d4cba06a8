import { Controller } from '@nestjs/common';
import { listStaff, type OkAnswer, removeStaff, setStaffRole } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { TeamService } from './team.service.js';

@Controller()
export class TeamController {
  constructor(private readonly team: TeamService) {}

  @Handles(listStaff)
  async list() {
    return this.team.list();
  }

  @Handles(setStaffRole)
  async setRole({ session, body }: Received<typeof setStaffRole>) {
    return this.team.setRole(session, body);
  }

  @Handles(removeStaff)
  async remove({ session, userId }: Received<typeof removeStaff>): Promise<OkAnswer> {
    await this.team.remove(session, userId);
    return { ok: true };
  }
}
