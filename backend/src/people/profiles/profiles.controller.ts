import { Controller } from '@nestjs/common';
import { getProfile, updateProfile } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ProfilesService } from './profiles.service.js';

@Controller()
export class ProfilesController {
  constructor(private readonly profiles: ProfilesService) {}

  @Handles(updateProfile)
  async update({ session, body, origin: { address } }: Received<typeof updateProfile>) {
    return this.profiles.update(session.userId, body, address);
  }

  @Handles(getProfile)
  async show({ session, username }: Received<typeof getProfile>) {
    return this.profiles.getPublicProfile(session?.userId ?? null, username);
  }
}
