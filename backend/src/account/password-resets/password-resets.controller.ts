import { Controller } from '@nestjs/common';
import { confirmSignIn, disownSignIn, requestPasswordReset, resetPassword } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { PasswordResetsService } from './password-resets.service.js';

@Controller()
export class PasswordResetsController {
  constructor(private readonly resets: PasswordResetsService) {}

  @Handles(requestPasswordReset)
  async request({ body: { email }, origin }: Received<typeof requestPasswordReset>) {
    await this.resets.request(email, origin);
  }

  @Handles(resetPassword)
  async reset({ body, origin }: Received<typeof resetPassword>) {
    return this.resets.reset(body, origin);
  }

  @Handles(disownSignIn)
  async disown({ body: { token }, origin }: Received<typeof disownSignIn>) {
    await this.resets.disownSignIn(token, origin);
  }

  @Handles(confirmSignIn)
  async confirm({ body: { token }, origin }: Received<typeof confirmSignIn>) {
    await this.resets.confirmSignIn(token, origin);
  }
}
