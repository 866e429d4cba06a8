import { Controller } from '@nestjs/common';
import { listFormerUsernames, releaseFormerUsername } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { UsernamesService } from './usernames.service.js';

@Controller()
export class UsernamesController {
  constructor(private readonly usernames: UsernamesService) {}

  @Handles(listFormerUsernames)
  async list({ session }: Received<typeof listFormerUsernames>) {
    return this.usernames.listHeld(session.userId);
  }

  @Handles(releaseFormerUsername)
  async release({ session, username }: Received<typeof releaseFormerUsername>) {
    await this.usernames.release(session.userId, username);
  }
}
