import { Controller } from '@nestjs/common';
import { liftBan, listBans } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { BansService } from './bans.service.js';

@Controller()
export class BansController {
  constructor(private readonly bans: BansService) {}

  @Handles(listBans)
  async list({ session, id, query }: Received<typeof listBans>) {
    return this.bans.list(session.userId, id, query);
  }

  @Handles(liftBan)
  async lift({ session, id, userId }: Received<typeof liftBan>) {
    await this.bans.lift(session.userId, id, userId);
  }
}
