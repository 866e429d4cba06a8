import { Controller } from '@nestjs/common';
import {
  type FormerUsername,
  type InputOf,
  listFormerUsernames,
  type OkAnswer,
  releaseFormerUsername,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { UsernamesService } from './usernames.service.js';

@Controller()
export class UsernamesController {
  constructor(private readonly usernames: UsernamesService) {}

  @Handles(listFormerUsernames)
  async list(@CurrentSession() session: SessionContext): Promise<FormerUsername[]> {
    return this.usernames.listHeld(session.userId);
  }

  @Handles(releaseFormerUsername)
  async release(
    @CurrentSession() session: SessionContext,
    @Input() { username }: InputOf<typeof releaseFormerUsername>,
  ): Promise<OkAnswer> {
    await this.usernames.release(session.userId, username);
    return { ok: true };
  }
}
