import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import {
  type InvitePreview,
  invitePreviewSchema,
  inviteSchema,
  type InviteView,
  type OkAnswer,
  okSchema,
  serverSchema,
  type ServerView,
} from '@oniverse/contracts';
import { Call, PathId, PathText } from '@oniverse/platform/backend';
import { OwnOrigins } from '../objects/own-origins.decorator.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CreateInviteDto } from './invites.dto.js';
import { InvitesService } from './invites.service.js';

const PathCode = (): ParameterDecorator =>
  PathText('code', 'From the address of the invite.', 'b3Zk1vQx9mTf0LwYc7RpGA');

@Controller()
export class InvitesController {
  constructor(private readonly invites: InvitesService) {}

  @Post('servers/:id/invites')
  @Call({
    summary: 'Makes an invite',
    description:
      'The owner and moderators. It works for a week where nothing is said, and for as many as come.',
    status: 201,
    answer: inviteSchema,
    problems: ['not_found', 'forbidden'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Body() body: CreateInviteDto,
    @OwnOrigins() [origin = '']: readonly string[],
  ): Promise<InviteView> {
    return this.invites.create(session.userId, id, body, origin);
  }

  @Get('invites/:code')
  @Call({
    summary: 'Where an invite leads',
    description: 'Open to everyone who has the code.',
    access: 'public',
    answer: invitePreviewSchema,
    problems: ['not_found'],
  })
  async preview(@PathCode() code: string): Promise<InvitePreview> {
    return this.invites.preview(code);
  }

  @Post('invites/:code/accept')
  @Call({
    summary: 'Enters a dimension by an invite',
    description: 'For one who is in it already it changes nothing, and spends no use.',
    answer: serverSchema,
    problems: ['not_found', 'forbidden'],
  })
  async accept(@CurrentSession() session: SessionContext, @PathCode() code: string): Promise<ServerView> {
    return this.invites.accept(session.userId, code);
  }

  @Delete('invites/:code')
  @Call({
    summary: 'Takes an invite back',
    description: 'The owner and moderators of its dimension.',
    answer: okSchema,
    problems: ['not_found', 'forbidden'],
  })
  async revoke(@CurrentSession() session: SessionContext, @PathCode() code: string): Promise<OkAnswer> {
    await this.invites.revoke(session.userId, code);
    return { ok: true };
  }
}
