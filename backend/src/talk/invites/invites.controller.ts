import { Controller } from '@nestjs/common';
import {
  acceptInvite,
  createInvite,
  listInvites,
  previewInvite,
  revokeInvite,
  revokeInviteByCode,
} from '@oniverse/contracts';
import { Handles, OwnOrigins, type Received } from '../../shared/index.js';
import { InvitesService } from './invites.service.js';

@Controller()
export class InvitesController {
  constructor(private readonly invites: InvitesService) {}

  @Handles(createInvite)
  async create(
    { session, id, body }: Received<typeof createInvite>,
    @OwnOrigins() [origin = '']: readonly string[],
  ) {
    return this.invites.create(session.userId, id, body, origin);
  }

  @Handles(listInvites)
  async list({ session, id, query }: Received<typeof listInvites>) {
    return this.invites.list(session.userId, id, query);
  }

  @Handles(revokeInvite)
  async revokeById({ session, id, inviteId }: Received<typeof revokeInvite>) {
    await this.invites.revokeById(session.userId, id, inviteId);
  }

  @Handles(previewInvite)
  async preview({ session, code }: Received<typeof previewInvite>) {
    return this.invites.preview(session?.userId ?? null, code);
  }

  @Handles(acceptInvite)
  async accept({ session, code }: Received<typeof acceptInvite>) {
    return this.invites.accept(session.userId, code);
  }

  @Handles(revokeInviteByCode)
  async revoke({ session, code }: Received<typeof revokeInviteByCode>) {
    await this.invites.revoke(session.userId, code);
  }
}
