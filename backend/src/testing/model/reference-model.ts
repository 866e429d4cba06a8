import type { ServerRole } from '@oniverse/contracts';

export interface ModelMessage {
  id: string;
  seq: number;
  rev: number;
  /** null after the account is erased */
  authorId: string | null;
  content: string;
  isDeleted: boolean;
  mentions: Set<string>;
}

export interface ModelChannel {
  id: string;
  name: string;
  isDefault: boolean;
  messages: ModelMessage[];
  lastRev: number;
  /** Last read `seq` by member; 0 if absent. */
  readMarks: Map<string, number>;
}

export interface ModelServer {
  id: string;
  name: string;
  isPublic: boolean;
  /** In order of joining. */
  members: Map<string, ServerRole>;
  channels: ModelChannel[];
  /** Time of the ban by member. */
  bans: Map<string, number>;
}

export interface ModelInvite {
  code: string;
  server: ModelServer;
  creatorId: string;
  createdAt: number;
  maxUses: number | null;
  uses: number;
}

type Status = 200 | 403 | 404 | 409;

/** Spelled out, so that the model also checks the table of permissions. */
const isStaff = (role: ServerRole | undefined): boolean => role === 'owner' || role === 'moderator';

/** A model of servers in memory. Each action returns the expected status and, on success, applies its effect. */
export class ReferenceModel {
  /** By id, in order of creation. */
  readonly servers = new Map<string, ModelServer>();
  readonly invites: ModelInvite[] = [];
  /** A logical clock that orders bans and invites. */
  private clock = 0;

  canSee(userId: string, server: ModelServer): boolean {
    return this.servers.has(server.id) && (server.isPublic || server.members.has(userId));
  }

  visibleTo(userId: string): ModelServer[] {
    return [...this.servers.values()].filter((server) => this.canSee(userId, server));
  }

  getUnread(userId: string, server: ModelServer, channel: ModelChannel) {
    const isMember = server.members.has(userId);
    const readSeq = isMember ? (channel.readMarks.get(userId) ?? 0) : channel.messages.length;
    const unread = channel.messages.filter(({ seq }) => seq > readSeq);
    return {
      readSeq,
      unreadCount: unread.filter(({ authorId, isDeleted }) => authorId !== userId && !isDeleted).length,
      mentionCount: unread.filter(({ mentions }) => mentions.has(userId)).length,
    };
  }

  readerStatus(userId: string, server: ModelServer): Status {
    return this.canSee(userId, server) ? 200 : 404;
  }

  memberStatus(userId: string, server: ModelServer): Status {
    return server.members.has(userId)
      ? this.readerStatus(userId, server)
      : refusalStatus(this.canSee(userId, server));
  }

  staffStatus(userId: string, server: ModelServer): Status {
    return isStaff(server.members.get(userId)) ? 200 : refusalStatus(this.canSee(userId, server));
  }

  ownerStatus(userId: string, server: ModelServer): Status {
    return server.members.get(userId) === 'owner' ? 200 : refusalStatus(this.canSee(userId, server));
  }

  isUsable(invite: ModelInvite): boolean {
    return this.invites.includes(invite) && (invite.maxUses === null || invite.uses < invite.maxUses);
  }

  addServer(server: ModelServer): void {
    this.servers.set(server.id, server);
  }

  deleteServer(userId: string, server: ModelServer): Status {
    const status = this.ownerStatus(userId, server);
    if (status === 200) this.removeServer(server);
    return status;
  }

  join(userId: string, server: ModelServer): Status {
    const status = this.readerStatus(userId, server);
    if (status !== 200) return status;
    if (server.bans.has(userId)) return 403;
    this.addMember(userId, server);
    return 200;
  }

  leave(userId: string, server: ModelServer): Status {
    const status = this.readerStatus(userId, server);
    if (status !== 200) return status;
    if (server.members.get(userId) === 'owner') return 409;
    this.removeMember(userId, server);
    return 200;
  }

  kick(userId: string, server: ModelServer, targetId: string): Status {
    const status = this.staffStatus(userId, server);
    if (status !== 200) return status;
    const role = server.members.get(targetId);
    if (role === undefined) return 404;
    if (role === 'owner' || (role === 'moderator' && server.members.get(userId) !== 'owner')) return 403;
    this.removeMember(targetId, server);
    server.bans.set(targetId, (this.clock += 1));
    return 200;
  }

  liftBan(userId: string, server: ModelServer, targetId: string): Status {
    const status = this.staffStatus(userId, server);
    if (status !== 200) return status;
    return server.bans.delete(targetId) ? 200 : 404;
  }

  setRole(userId: string, server: ModelServer, targetId: string, role: 'moderator' | 'member'): Status {
    const status = this.ownerStatus(userId, server);
    if (status !== 200) return status;
    const before = server.members.get(targetId);
    if (before === undefined) return 404;
    if (before === 'owner') return 403;
    server.members.set(targetId, role);
    if (role === 'member') {
      this.removeInvites((invite) => invite.server === server && invite.creatorId === targetId);
    }
    return 200;
  }

  transferOwnership(userId: string, server: ModelServer, targetId: string): Status {
    const status = this.ownerStatus(userId, server);
    if (status !== 200) return status;
    if (!server.members.has(targetId)) return 404;
    server.members.set(userId, 'moderator');
    server.members.set(targetId, 'owner');
    return 200;
  }

  addInvite(creatorId: string, server: ModelServer, code: string, maxUses: number | null): void {
    this.invites.push({ code, server, creatorId, createdAt: (this.clock += 1), maxUses, uses: 0 });
  }

  acceptInvite(userId: string, invite: ModelInvite): Status {
    if (!this.isUsable(invite)) return 404;
    if (invite.server.members.has(userId)) return 200;
    if ((invite.server.bans.get(userId) ?? -1) > invite.createdAt) return 403;
    invite.uses += 1;
    this.addMember(userId, invite.server);
    return 200;
  }

  revokeInvite(userId: string, invite: ModelInvite): Status {
    if (!this.isUsable(invite) || !invite.server.members.has(userId)) return 404;
    const status = this.staffStatus(userId, invite.server);
    if (status === 200) this.invites.splice(this.invites.indexOf(invite), 1);
    return status;
  }

  deleteChannel(userId: string, server: ModelServer, channel: ModelChannel): Status {
    const status = this.staffStatus(userId, server);
    if (status !== 200) return status;
    if (channel.isDefault) return 409;
    server.channels.splice(server.channels.indexOf(channel), 1);
    return 200;
  }

  addMessage(
    server: ModelServer,
    channel: ModelChannel,
    sent: { id: string; authorId: string; content: string },
    mentionedIds: readonly string[],
  ): ModelMessage {
    const message = {
      ...sent,
      seq: channel.messages.length + 1,
      rev: (channel.lastRev += 1),
      isDeleted: false,
      mentions: filterMentions(server, sent.authorId, mentionedIds),
    };
    channel.messages.push(message);
    return message;
  }

  editMessage(
    userId: string,
    server: ModelServer,
    channel: ModelChannel,
    message: ModelMessage,
    content: string,
    mentionedIds: readonly string[],
  ): Status {
    if (!this.canSee(userId, server) || message.isDeleted) return 404;
    if (message.authorId !== userId || !server.members.has(userId)) return 403;
    Object.assign(message, { content, mentions: filterMentions(server, userId, mentionedIds) });
    message.rev = channel.lastRev += 1;
    return 200;
  }

  softDelete(userId: string, server: ModelServer, channel: ModelChannel, message: ModelMessage): Status {
    if (!this.canSee(userId, server) || message.isDeleted) return 404;
    const role = server.members.get(userId);
    if (!isStaff(role) && (message.authorId !== userId || role === undefined)) return 403;
    Object.assign(message, { content: '', isDeleted: true, mentions: new Set() });
    message.rev = channel.lastRev += 1;
    return 200;
  }

  markRead(userId: string, server: ModelServer, channel: ModelChannel, seq: number): Status {
    const status = this.memberStatus(userId, server);
    if (status === 200) {
      const before = channel.readMarks.get(userId) ?? 0;
      channel.readMarks.set(userId, Math.max(before, Math.min(seq, channel.messages.length)));
    }
    return status;
  }

  /** Transfers owned servers to the oldest moderator or member, or deletes them. Messages lose their author. */
  eraseMember(userId: string): void {
    for (const server of this.servers.values()) {
      const wasOwner = server.members.get(userId) === 'owner';
      this.removeMember(userId, server);
      const remaining = [...server.members];
      const next = remaining.find(([, role]) => role === 'moderator') ?? remaining[0];
      if (wasOwner && !next) this.removeServer(server);
      else if (wasOwner && next) server.members.set(next[0], 'owner');
      for (const channel of server.channels) {
        const own = channel.messages.filter(({ authorId }) => authorId === userId);
        for (const message of own) message.authorId = null;
        // Removing an author is one revision of the channel.
        if (own.length > 0) channel.lastRev += 1;
      }
    }
  }

  private addMember(userId: string, server: ModelServer): void {
    if (server.members.has(userId)) return;
    server.members.set(userId, 'member');
    server.bans.delete(userId);
    for (const channel of server.channels) channel.readMarks.set(userId, channel.messages.length);
  }

  /** Also removes the member's invites. */
  private removeMember(userId: string, server: ModelServer): void {
    server.members.delete(userId);
    for (const channel of server.channels) {
      channel.readMarks.delete(userId);
      for (const { mentions } of channel.messages) mentions.delete(userId);
    }
    this.removeInvites((invite) => invite.server === server && invite.creatorId === userId);
  }

  private removeServer(server: ModelServer): void {
    this.servers.delete(server.id);
    this.removeInvites((invite) => invite.server === server);
  }

  private removeInvites(matches: (invite: ModelInvite) => boolean): void {
    for (const invite of this.invites.filter(matches)) this.invites.splice(this.invites.indexOf(invite), 1);
  }
}

const refusalStatus = (isVisible: boolean): Status => (isVisible ? 403 : 404);

/** Removes the author and non-members, who are never mentioned. */
function filterMentions(server: ModelServer, authorId: string, mentionedIds: readonly string[]): Set<string> {
  return new Set(mentionedIds.filter((userId) => userId !== authorId && server.members.has(userId)));
}
