import { Controller, Header } from '@nestjs/common';
import { getWaitlistStats, joinWaitlist } from '@oniverse/contracts';
import { WAITLIST_PROBLEMS } from './waitlist-problem.js';
import { Handles, type Received } from '../../shared/index.js';
import { WaitlistService } from './waitlist.service.js';

@Controller()
export class WaitlistController {
  constructor(private readonly waitlist: WaitlistService) {}

  @Handles(joinWaitlist, WAITLIST_PROBLEMS)
  async join({ body, origin: { address } }: Received<typeof joinWaitlist>) {
    return this.waitlist.join(body, address);
  }

  @Handles(getWaitlistStats, WAITLIST_PROBLEMS)
  @Header('cache-control', 'no-store')
  async stats() {
    return this.waitlist.getStats();
  }
}
