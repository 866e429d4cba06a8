import { Controller } from '@nestjs/common';
import { eraseAccount, type InputOf, type OkAnswer } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin, type Origin } from '../../account/index.js';
import { FreshSession, type SessionContext } from '../../shared/index.js';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureController {
  constructor(private readonly erasure: ErasureService) {}

  @Handles(eraseAccount)
  async erase(
    @FreshSession() session: SessionContext,
    @Input() { body: { password } }: InputOf<typeof eraseAccount>,
    @ClientOrigin() origin: Origin,
  ): Promise<OkAnswer> {
    await this.erasure.erase(session, password, origin);
    return { ok: true };
  }
}
