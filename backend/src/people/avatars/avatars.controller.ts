import { Controller } from '@nestjs/common';
import { type CurrentUser, type InputOf, requestAvatar } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, OwnOrigins, type SessionContext } from '../../shared/index.js';
import { AvatarsService } from './avatars.service.js';

@Controller()
export class AvatarsController {
  constructor(private readonly avatars: AvatarsService) {}

  @Handles(requestAvatar)
  async requestAvatar(
    @CurrentSession() session: SessionContext,
    @Input() { body }: InputOf<typeof requestAvatar>,
    @OwnOrigins() ownOrigins: readonly string[],
  ): Promise<CurrentUser> {
    return this.avatars.requestAvatar(session.userId, body.profileImageURL, ownOrigins);
  }
}
