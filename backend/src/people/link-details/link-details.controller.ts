import { Controller } from '@nestjs/common';
import { getMemberCard, getLinkDetails } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { LinkDetailsService } from './link-details.service.js';

@Controller()
export class LinkDetailsController {
  constructor(private readonly lines: LinkDetailsService) {}

  @Handles(getLinkDetails)
  async line({ session, username }: Received<typeof getLinkDetails>) {
    return this.lines.getLine(session.userId, username);
  }

  @Handles(getMemberCard)
  async card({ session, username }: Received<typeof getMemberCard>) {
    return this.lines.getCard(session.userId, username);
  }
}
