import { STAFF_ROLES, type ServerRole } from '@oniverse/contracts';

/** A message as it must be. */
export interface ModelMessage {
  id: string;
  seq: number;
  rev: number;
  /** null once the account is gone */
  authorId: string | null;
  content: string;
  isDeleted: boolean;
  mentions: Set<string>;
}

/** A channel as it must be. */
export interface ModelChannel {
  id: string;
  name: string;
  isDefault: boolean;
  messages: ModelMessage[];
  lastRev: number;
  /** By member; who has none has read nothing. */
  marks: Map<string, number>;
}

/** A dimension as it must be. */
export interface ModelServer {
  id: string;
  name: string;
  isPublic: boolean;
  /** In the order in which they joined. */
  members: Map<string, ServerRole>;
  channels: ModelChannel[];
  /** When members were removed who did not leave. */
  removals: Map<string, number>;
}

/** An invite as it must be. */
export interface ModelInvite {
  code: string;
  server: ModelServer;
  madeAt: number;
  maxUses: number | null;
  uses: number;
}

/** What a call answers. */
type Status = 200 | 403 | 404 | 409;

const isStaff = (role: ServerRole | undefined): boolean => STAFF_ROLES.some((staff) => staff === role);

/**
 * What dimensions are, as plainly as it can be said: maps and lists in memory, and counts that are counted. Each rule
 * says what the call answers and, where it succeeds, does what it does.
 */
export class DimensionsModel {
  /** By id, in the order in which they were made. */
  readonly servers = new Map<string, ModelServer>();
  readonly invites: ModelInvite[] = [];
  /** Counts what was done, so that one thing is before another. */
  private time = 0;

  /** The server as a member may find it. */
  sees(userId: string, server: ModelServer): boolean {
    return this.servers.has(server.id) && (server.isPublic || server.members.has(userId));
  }

  visibleTo(userId: string): ModelServer[] {
    return [...this.servers.values()].filter((server) => this.sees(userId, server));
  }

  /** What of a channel a member has not read. */
  unread(userId: string, server: ModelServer, channel: ModelChannel) {
    const isMember = server.members.has(userId);
    const readSeq = isMember ? (channel.marks.get(userId) ?? 0) : channel.messages.length;
    const news = channel.messages.filter(({ seq }) => seq > readSeq);
    return {
      readSeq,
      unreadCount: news.filter(({ authorId, isDeleted }) => authorId !== userId && !isDeleted).length,
      mentionCount: news.filter(({ mentions }) => mentions.has(userId)).length,
    };
  }

  /** What a member must be to read; to write or manage, in a private server and a public one. */
  asReader(userId: string, server: ModelServer): Status {
    return this.sees(userId, server) ? 200 : 404;
  }

  asMember(userId: string, server: ModelServer): Status {
    return server.members.has(userId) ? this.asReader(userId, server) : refusal(this.sees(userId, server));
  }

  asStaff(userId: string, server: ModelServer): Status {
    return isStaff(server.members.get(userId)) ? 200 : refusal(this.sees(userId, server));
  }

  asOwner(userId: string, server: ModelServer): Status {
    return server.members.get(userId) === 'owner' ? 200 : refusal(this.sees(userId, server));
  }

  works(invite: ModelInvite): boolean {
    return this.invites.includes(invite) && (invite.maxUses === null || invite.uses < invite.maxUses);
  }

  addServer(server: ModelServer): void {
    this.servers.set(server.id, server);
  }

  deleteServer(userId: string, server: ModelServer): Status {
    const status = this.asOwner(userId, server);
    if (status === 200) this.drop(server);
    return status;
  }

  join(userId: string, server: ModelServer): Status {
    const status = this.asReader(userId, server);
    if (status === 200) this.enter(userId, server);
    return status;
  }

  leave(userId: string, server: ModelServer): Status {
    const status = this.asReader(userId, server);
    if (status !== 200) return status;
    if (server.members.get(userId) === 'owner') return 409;
    takeOut(userId, server);
    return 200;
  }

  kick(userId: string, server: ModelServer, targetId: string): Status {
    const status = this.asStaff(userId, server);
    if (status !== 200) return status;
    const role = server.members.get(targetId);
    if (role === undefined) return 404;
    if (role === 'owner' || (role === 'moderator' && server.members.get(userId) !== 'owner')) return 403;
    takeOut(targetId, server);
    server.removals.set(targetId, (this.time += 1));
    return 200;
  }

  setRole(userId: string, server: ModelServer, targetId: string, role: 'moderator' | 'member'): Status {
    const status = this.asOwner(userId, server);
    if (status !== 200) return status;
    const before = server.members.get(targetId);
    if (before === undefined) return 404;
    if (before === 'owner') return 403;
    server.members.set(targetId, role);
    return 200;
  }

  handOver(userId: string, server: ModelServer, targetId: string): Status {
    const status = this.asOwner(userId, server);
    if (status !== 200) return status;
    if (!server.members.has(targetId)) return 404;
    server.members.set(userId, 'moderator');
    server.members.set(targetId, 'owner');
    return 200;
  }

  addInvite(server: ModelServer, code: string, maxUses: number | null): void {
    this.invites.push({ code, server, madeAt: (this.time += 1), maxUses, uses: 0 });
  }

  accept(userId: string, invite: ModelInvite): Status {
    if (!this.works(invite)) return 404;
    if (invite.server.members.has(userId)) return 200;
    if ((invite.server.removals.get(userId) ?? -1) > invite.madeAt) return 403;
    invite.uses += 1;
    this.enter(userId, invite.server);
    return 200;
  }

  revoke(userId: string, invite: ModelInvite): Status {
    if (!this.works(invite) || !invite.server.members.has(userId)) return 404;
    const status = this.asStaff(userId, invite.server);
    if (status === 200) this.invites.splice(this.invites.indexOf(invite), 1);
    return status;
  }

  deleteChannel(userId: string, server: ModelServer, channel: ModelChannel): Status {
    const status = this.asStaff(userId, server);
    if (status !== 200) return status;
    if (channel.isDefault) return 409;
    server.channels.splice(server.channels.indexOf(channel), 1);
    return 200;
  }

  say(
    server: ModelServer,
    channel: ModelChannel,
    said: { id: string; authorId: string; content: string },
    named: readonly string[],
  ): ModelMessage {
    const message = {
      ...said,
      seq: channel.messages.length + 1,
      rev: (channel.lastRev += 1),
      isDeleted: false,
      mentions: mentioned(server, said.authorId, named),
    };
    channel.messages.push(message);
    return message;
  }

  edit(
    userId: string,
    server: ModelServer,
    channel: ModelChannel,
    message: ModelMessage,
    content: string,
    named: readonly string[],
  ): Status {
    if (!this.sees(userId, server) || message.isDeleted) return 404;
    if (message.authorId !== userId || !server.members.has(userId)) return 403;
    Object.assign(message, { content, mentions: mentioned(server, userId, named) });
    message.rev = channel.lastRev += 1;
    return 200;
  }

  bury(userId: string, server: ModelServer, channel: ModelChannel, message: ModelMessage): Status {
    if (!this.sees(userId, server) || message.isDeleted) return 404;
    const role = server.members.get(userId);
    if (!isStaff(role) && (message.authorId !== userId || role === undefined)) return 403;
    Object.assign(message, { content: '', isDeleted: true, mentions: new Set() });
    message.rev = channel.lastRev += 1;
    return 200;
  }

  read(userId: string, server: ModelServer, channel: ModelChannel, seq: number): Status {
    const status = this.asMember(userId, server);
    if (status === 200) {
      const before = channel.marks.get(userId) ?? 0;
      channel.marks.set(userId, Math.max(before, Math.min(seq, channel.messages.length)));
    }
    return status;
  }

  /** Servers pass to the oldest moderator, else the oldest member, else they go; messages stay without an author. */
  erase(userId: string): void {
    for (const server of this.servers.values()) {
      const wasOwner = server.members.get(userId) === 'owner';
      takeOut(userId, server);
      const left = [...server.members];
      const next = left.find(([, role]) => role === 'moderator') ?? left[0];
      if (wasOwner && !next) this.drop(server);
      else if (wasOwner && next) server.members.set(next[0], 'owner');
      for (const channel of server.channels) {
        for (const message of channel.messages) if (message.authorId === userId) message.authorId = null;
      }
    }
  }

  private enter(userId: string, server: ModelServer): void {
    if (server.members.has(userId)) return;
    server.members.set(userId, 'member');
    for (const channel of server.channels) channel.marks.set(userId, channel.messages.length);
  }

  private drop(server: ModelServer): void {
    this.servers.delete(server.id);
    for (const invite of this.invites.filter((one) => one.server === server)) {
      this.invites.splice(this.invites.indexOf(invite), 1);
    }
  }
}

const refusal = (isSeen: boolean): Status => (isSeen ? 403 : 404);

/** Who is not in the server is not mentioned, nor is the author. */
function mentioned(server: ModelServer, authorId: string, named: readonly string[]): Set<string> {
  return new Set(named.filter((userId) => userId !== authorId && server.members.has(userId)));
}

function takeOut(userId: string, server: ModelServer): void {
  server.members.delete(userId);
  for (const channel of server.channels) {
    channel.marks.delete(userId);
    for (const { mentions } of channel.messages) mentions.delete(userId);
  }
}
