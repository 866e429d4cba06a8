import { Controller } from '@nestjs/common';
import {
  getMemberCard,
  getLinkDetails,
  type InputOf,
  type MemberCardView,
  type LinkDetailsView,
} from '@oniverse/contracts';
import { Handles, Input } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { LinkDetailsService } from './link-details.service.js';

@Controller()
export class LinkDetailsController {
  constructor(private readonly lines: LinkDetailsService) {}

  @Handles(getLinkDetails)
  async line(
    @CurrentSession() session: SessionContext,
    @Input() { username }: InputOf<typeof getLinkDetails>,
  ): Promise<LinkDetailsView> {
    return this.lines.getLine(session.userId, username);
  }

  @Handles(getMemberCard)
  async card(
    @CurrentSession() session: SessionContext,
    @Input() { username }: InputOf<typeof getMemberCard>,
  ): Promise<MemberCardView> {
    return this.lines.getCard(session.userId, username);
  }
}
