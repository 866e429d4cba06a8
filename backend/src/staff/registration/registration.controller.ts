import { Controller } from '@nestjs/common';
import {
  createRegistrationInvite,
  getRegistration,
  listRegistrationInvites,
  type OkAnswer,
  revokeRegistrationInvite,
  setRegistration,
} from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { RegistrationService } from './registration.service.js';

@Controller()
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  @Handles(getRegistration)
  async get() {
    return this.registration.get();
  }

  @Handles(setRegistration)
  async set({ session, body }: Received<typeof setRegistration>) {
    return this.registration.set(session, body.mode);
  }

  @Handles(listRegistrationInvites)
  async listInvites({ query }: Received<typeof listRegistrationInvites>) {
    return this.registration.listInvites(query);
  }

  @Handles(createRegistrationInvite)
  async invite({ session }: Received<typeof createRegistrationInvite>) {
    return this.registration.invite(session);
  }

  @Handles(revokeRegistrationInvite)
  async revoke({ session, id }: Received<typeof revokeRegistrationInvite>): Promise<OkAnswer> {
    await this.registration.revoke(session, id);
    return { ok: true };
  }
}
