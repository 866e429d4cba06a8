import { Controller } from '@nestjs/common';
import { requestAvatar } from '@oniverse/contracts';
import { Handles, OwnOrigins, type Received } from '../../shared/index.js';
import { AvatarsService } from './avatars.service.js';

@Controller()
export class AvatarsController {
  constructor(private readonly avatars: AvatarsService) {}

  @Handles(requestAvatar)
  async requestAvatar(
    { session, body }: Received<typeof requestAvatar>,
    @OwnOrigins() ownOrigins: readonly string[],
  ) {
    return this.avatars.requestAvatar(session.userId, body.profileImageURL, ownOrigins);
  }
}
