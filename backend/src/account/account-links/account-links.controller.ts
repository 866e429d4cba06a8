import { Controller } from '@nestjs/common';
import { checkLink } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { AccountLinks } from './account-links.service.js';

@Controller()
export class AccountLinksController {
  constructor(private readonly links: AccountLinks) {}

  @Handles(checkLink)
  async check({ body, origin: { address } }: Received<typeof checkLink>) {
    return this.links.check(body, address);
  }
}
