import { Controller } from '@nestjs/common';
import {
  acceptInvite,
  createInvite,
  type InputOf,
  type InvitePreview,
  type InviteView,
  type ListedInvite,
  listInvites,
  type OkAnswer,
  previewInvite,
  revokeInvite,
  revokeInviteByCode,
  type ServerView,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, OptionalSession, OwnOrigins, type SessionContext } from '../../shared/index.js';
import { InvitesService } from './invites.service.js';

@Controller()
export class InvitesController {
  constructor(private readonly invites: InvitesService) {}

  @Handles(createInvite)
  async create(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof createInvite>,
    @OwnOrigins() [origin = '']: readonly string[],
  ): Promise<InviteView> {
    return this.invites.create(session.userId, id, body, origin);
  }

  @Handles(listInvites)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listInvites>,
  ): Promise<Page<ListedInvite>> {
    return this.invites.list(session.userId, id, query);
  }

  @Handles(revokeInvite)
  async revokeById(
    @CurrentSession() session: SessionContext,
    @Input() { id, inviteId }: InputOf<typeof revokeInvite>,
  ): Promise<OkAnswer> {
    await this.invites.revokeById(session.userId, id, inviteId);
    return { ok: true };
  }

  @Handles(previewInvite)
  async preview(
    @OptionalSession() session: SessionContext | undefined,
    @Input() { code }: InputOf<typeof previewInvite>,
  ): Promise<InvitePreview> {
    return this.invites.preview(session?.userId ?? null, code);
  }

  @Handles(acceptInvite)
  async accept(
    @CurrentSession() session: SessionContext,
    @Input() { code }: InputOf<typeof acceptInvite>,
  ): Promise<ServerView> {
    return this.invites.accept(session.userId, code);
  }

  @Handles(revokeInviteByCode)
  async revoke(
    @CurrentSession() session: SessionContext,
    @Input() { code }: InputOf<typeof revokeInviteByCode>,
  ): Promise<OkAnswer> {
    await this.invites.revoke(session.userId, code);
    return { ok: true };
  }
}
