import { Controller } from '@nestjs/common';
import { confirmIdentity, lockChanges, startConfirmation } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { ReauthenticationService } from './reauthentication.service.js';

@Controller()
export class ReauthenticationController {
  constructor(private readonly reauthentication: ReauthenticationService) {}

  @Handles(confirmIdentity)
  async confirm({ session, body, origin }: Received<typeof confirmIdentity>) {
    return this.reauthentication.confirm(session, body, origin);
  }

  @Handles(startConfirmation)
  async startPasskey({ session }: Received<typeof startConfirmation>) {
    return this.reauthentication.startPasskey(session);
  }

  @Handles(lockChanges)
  async lock({ session }: Received<typeof lockChanges>) {
    await this.reauthentication.lock(session);
  }
}
