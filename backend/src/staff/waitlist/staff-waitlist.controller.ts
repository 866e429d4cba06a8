import { Controller } from '@nestjs/common';
import { inviteFromWaitlist, listWaitlist, type OkAnswer, removeFromWaitlist } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { StaffWaitlistService } from './staff-waitlist.service.js';

@Controller()
export class StaffWaitlistController {
  constructor(private readonly waitlist: StaffWaitlistService) {}

  @Handles(listWaitlist)
  async list({ session, query }: Received<typeof listWaitlist>) {
    return this.waitlist.list(session, query);
  }

  @Handles(inviteFromWaitlist)
  async invite({ session, id }: Received<typeof inviteFromWaitlist>) {
    return this.waitlist.invite(session, id);
  }

  @Handles(removeFromWaitlist)
  async remove({ session, id }: Received<typeof removeFromWaitlist>): Promise<OkAnswer> {
    await this.waitlist.remove(session, id);
    return { ok: true };
  }
}
