import { Controller } from '@nestjs/common';
import { eraseAccount, type InputOf, type OkAnswer } from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { ClientOrigin } from '../../account/account-activity/client-origin.decorator.js';
import type { Origin } from '../../account/account-activity/origin.js';
import { FreshSession } from '../../shared/access/current-session.decorator.js';
import type { SessionContext } from '../../shared/access/session.js';
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
