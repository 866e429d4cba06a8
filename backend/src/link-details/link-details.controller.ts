import { Controller, Get } from '@nestjs/common';
import {
  memberCardSchema,
  type MemberCardView,
  type MemberLine,
  memberLineSchema,
} from '@oniverse/contracts';
import { Call, PathText } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { LinkDetailsService } from './link-details.service.js';

@Controller('users/:username')
export class LinkDetailsController {
  constructor(private readonly lines: LinkDetailsService) {}

  @Get('line')
  @Call({
    summary: 'Returns the line between the caller and a member: the shared tags, and where they come from',
    description: 'Only what others may see is a source, on both sides. There is no line to oneself.',
    answer: memberLineSchema,
    problems: ['not_found'],
  })
  async line(
    @CurrentSession() session: SessionContext,
    @PathText('username', 'The Oni ID; case is ignored.', 'vesper') username: string,
  ): Promise<MemberLine> {
    return this.lines.getLine(session.userId, username);
  }

  @Get('card')
  @Call({
    summary: 'Returns a member in short, with the line to the caller',
    answer: memberCardSchema,
    problems: ['not_found'],
  })
  async card(
    @CurrentSession() session: SessionContext,
    @PathText('username', 'The Oni ID; case is ignored.', 'vesper') username: string,
  ): Promise<MemberCardView> {
    return this.lines.getCard(session.userId, username);
  }
}
