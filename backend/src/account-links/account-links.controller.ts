import { Body, Controller, Post } from '@nestjs/common';
import { type AccountLink, linkCheckBody, linkSchema } from '@oniverse/contracts';
import { Address, Call, dtoOf } from '@oniverse/platform/backend';
import { AccountLinks } from './account-links.service.js';

class LinkCheckDto extends dtoOf(linkCheckBody) {}

@Controller('auth/links')
export class AccountLinksController {
  constructor(private readonly links: AccountLinks) {}

  @Post('check')
  @Call({
    summary: 'Describes a link from a mail or an operator',
    description: 'Does not use it up, so that its page can say what it does before anything happens.',
    access: 'public',
    answer: linkSchema,
    problems: ['link_expired'],
  })
  async check(@Body() body: LinkCheckDto, @Address() address: string): Promise<AccountLink> {
    return this.links.check(body, address);
  }
}
