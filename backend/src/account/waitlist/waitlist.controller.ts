import { Controller, Header } from '@nestjs/common';
import {
  getWaitlistStats,
  type InputOf,
  joinWaitlist,
  type WaitlistAnswer,
  type WaitlistStats,
} from '@oniverse/contracts';
import { Address, Handles, Input } from '@oniverse/platform/backend';
import { WAITLIST_PROBLEMS } from './waitlist-problem.js';
import { WaitlistService } from './waitlist.service.js';

@Controller()
export class WaitlistController {
  constructor(private readonly waitlist: WaitlistService) {}

  @Handles(joinWaitlist, WAITLIST_PROBLEMS)
  async join(
    @Input() { body }: InputOf<typeof joinWaitlist>,
    @Address() address: string,
  ): Promise<WaitlistAnswer> {
    return this.waitlist.join(body, address);
  }

  @Handles(getWaitlistStats, WAITLIST_PROBLEMS)
  @Header('cache-control', 'no-store')
  async stats(): Promise<WaitlistStats> {
    return this.waitlist.getStats();
  }
}
