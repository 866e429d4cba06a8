import { Controller } from '@nestjs/common';
import {
  type InputOf,
  joinServer,
  leaveServer,
  listMembers,
  type MemberView,
  type OkAnswer,
  removeMember,
  type ServerView,
  setRole,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { MembersService } from './members.service.js';

@Controller()
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Handles(joinServer)
  async join(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof joinServer>,
  ): Promise<ServerView> {
    return this.members.join(session.userId, id);
  }

  @Handles(leaveServer)
  async leave(
    @CurrentSession() session: SessionContext,
    @Input() { id }: InputOf<typeof leaveServer>,
  ): Promise<OkAnswer> {
    await this.members.leave(session.userId, id);
    return { ok: true };
  }

  @Handles(listMembers)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listMembers>,
  ): Promise<Page<MemberView>> {
    return this.members.list(session.userId, id, query);
  }

  @Handles(setRole)
  async setRole(
    @CurrentSession() session: SessionContext,
    @Input() { id, userId, body: { role } }: InputOf<typeof setRole>,
  ): Promise<MemberView> {
    return this.members.setRole(session.userId, id, userId, role);
  }

  @Handles(removeMember)
  async remove(
    @CurrentSession() session: SessionContext,
    @Input() { id, userId }: InputOf<typeof removeMember>,
  ): Promise<OkAnswer> {
    await this.members.remove(session.userId, id, userId);
    return { ok: true };
  }
}
