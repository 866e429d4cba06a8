import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import {
  type InvitePreview,
  invitePreviewSchema,
  inviteSchema,
  type InviteView,
  type ListedInvite,
  listedInviteSchema,
  type OkAnswer,
  okSchema,
  schema,
  serverSchema,
  type ServerView,
} from '@oniverse/contracts';
import { Call, type Page, PageQueryDto, PathId, PathText } from '@oniverse/platform/backend';
import { OwnOrigins } from '../objects/own-origins.decorator.js';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CreateInviteDto } from './invites.dto.js';
import { InvitesService } from './invites.service.js';

const PathCode = (): ParameterDecorator =>
  PathText('code', 'The code in the invite’s address.', 'b3Zk1vQx9mTf0LwYc7RpGA');

@Controller()
export class InvitesController {
  constructor(private readonly invites: InvitesService) {}

  @Post('servers/:id/invites')
  @Call({
    summary: 'Creates an invite',
    description:
      'For the owner and moderators. By default an invite works for a week and any number of uses. It is revoked when its creator leaves, is removed or loses the role.',
    status: 201,
    answer: inviteSchema,
    carriesSecret: true,
    problems: ['not_found', 'forbidden', 'quota_reached'],
  })
  async create(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Body() body: CreateInviteDto,
    @OwnOrigins() [origin = '']: readonly string[],
  ): Promise<InviteView> {
    return this.invites.create(session.userId, id, body, origin);
  }

  @Get('servers/:id/invites')
  @Call({
    summary: 'Lists the valid invites of a dimension, newest first',
    description: 'For the owner and moderators. Codes are shown only once, to their creators.',
    answer: schema.list(listedInviteSchema),
    paged: true,
    problems: ['not_found', 'forbidden'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Query() page: PageQueryDto,
  ): Promise<Page<ListedInvite>> {
    return this.invites.list(session.userId, id, page);
  }

  @Delete('servers/:id/invites/:inviteId')
  @Call({
    summary: 'Revokes an invite by its id',
    description: 'For the owner and moderators, regardless of its creator.',
    answer: okSchema,
    problems: ['not_found', 'forbidden'],
  })
  async revokeById(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @PathId('The invite.', 'inviteId') inviteId: string,
  ): Promise<OkAnswer> {
    await this.invites.revokeById(session.userId, id, inviteId);
    return { ok: true };
  }

  @Get('invites/:code')
  @Call({
    summary: 'Previews an invite',
    description: 'Available to everyone who has the code.',
    access: 'public',
    answer: invitePreviewSchema,
    problems: ['not_found'],
  })
  async preview(@PathCode() code: string): Promise<InvitePreview> {
    return this.invites.preview(code);
  }

  @Post('invites/:code/accept')
  @Call({
    summary: 'Accepts an invite',
    description: 'For a member of the dimension, nothing changes and no use is counted.',
    answer: serverSchema,
    problems: ['not_found', 'forbidden'],
  })
  async accept(@CurrentSession() session: SessionContext, @PathCode() code: string): Promise<ServerView> {
    return this.invites.accept(session.userId, code);
  }

  @Delete('invites/:code')
  @Call({
    summary: 'Revokes an invite by its code',
    description: 'For the owner and moderators.',
    answer: okSchema,
    problems: ['not_found', 'forbidden'],
  })
  async revoke(@CurrentSession() session: SessionContext, @PathCode() code: string): Promise<OkAnswer> {
    await this.invites.revoke(session.userId, code);
    return { ok: true };
  }
}
