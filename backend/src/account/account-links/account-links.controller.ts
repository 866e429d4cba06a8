import { Controller } from '@nestjs/common';
import { type AccountLink, checkLink, type InputOf } from '@oniverse/contracts';
import { Address, Handles, Input } from '@oniverse/platform/backend';
import { AccountLinks } from './account-links.service.js';

@Controller()
export class AccountLinksController {
  constructor(private readonly links: AccountLinks) {}

  @Handles(checkLink)
  async check(
    @Input() { body }: InputOf<typeof checkLink>,
    @Address() address: string,
  ): Promise<AccountLink> {
    return this.links.check(body, address);
  }
}
