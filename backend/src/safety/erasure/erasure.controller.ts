import { Controller } from '@nestjs/common';
import { eraseAccount } from '@oniverse/contracts';
import { FreshSession, Handles, type Received } from '../../shared/index.js';
import { ErasureService } from './erasure.service.js';

@Controller()
export class ErasureController {
  constructor(private readonly erasure: ErasureService) {}

  @FreshSession()
  @Handles(eraseAccount)
  async erase({ session, body: { password }, origin }: Received<typeof eraseAccount>) {
    await this.erasure.erase(session, password, origin);
  }
}
