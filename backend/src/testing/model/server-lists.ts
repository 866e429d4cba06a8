import { isDeepStrictEqual } from 'node:util';
import {
  type ChannelView,
  type MemberView,
  type ServerChange,
  type ServerRole,
  type ServerView,
} from '@oniverse/contracts';
import type { LiveClient } from '@oniverse/testing';
import type { ReferenceModel, ModelServer } from './reference-model.js';

export interface ListApi {
  servers(): Promise<ServerView[]>;
  channels(serverId: string): Promise<ChannelView[]>;
  members(serverId: string): Promise<MemberView[]>;
}

interface ServerDetails {
  /** Newest first. */
  members: Pick<MemberView, 'userId' | 'role'>[];
  online: Set<string>;
  /** undefined when outdated; fetched again on refresh */
  channels: ListedChannel[] | undefined;
}

type ListedChannel = Pick<ChannelView, 'id' | 'name' | 'isDefault' | 'lastSeq' | 'readSeq'>;

interface ListedServer {
  name: string;
  ownerId: string | null;
  memberCount: number;
  updatedAt: string;
  /** null if the member has not joined */
  role: ServerRole | null;
  /** undefined before it is fetched, for example before joining */
  details: ServerDetails | undefined;
}

/** State that is only accurate after some seconds without actions. */
interface AtRest {
  online: ReadonlySet<string>;
}

/** Server lists that are fetched once and then updated by events. Fetches only invalidated lists again. */
export class ServerLists {
  private readonly servers = new Map<string, ListedServer>();

  private constructor(
    private readonly userId: string,
    private readonly client: LiveClient,
    private readonly api: ListApi,
  ) {
    const { socket } = client;
    socket.on('server:changed', (change) => this.applyServerChange(change));
    socket.on('server:removed', ({ serverId }) => this.servers.delete(serverId));
    socket.on('member:joined', ({ serverId, member, memberCount, updatedAt }) => {
      this.applyCount(serverId, { memberCount, updatedAt });
      const details = this.servers.get(serverId)?.details;
      if (!details) return;
      details.members = [member, ...details.members.filter(({ userId }) => userId !== member.userId)];
      if (member.online) details.online.add(member.userId);
    });
    socket.on('member:left', ({ serverId, userId: leftId, memberCount, updatedAt }) => {
      this.applyCount(serverId, { memberCount, updatedAt });
      const details = this.servers.get(serverId)?.details;
      if (!details) return;
      details.members = details.members.filter(({ userId }) => userId !== leftId);
      details.online.delete(leftId);
    });
    socket.on('member:changed', ({ userId: changedId, inServer }) => {
      const member = this.servers
        .get(inServer?.serverId ?? '')
        ?.details?.members.find(({ userId }) => userId === changedId);
      if (member && inServer) member.role = inServer.role;
    });
    socket.on('presence', ({ serverId, online, offline }) => {
      const listed = this.servers.get(serverId)?.details?.online;
      for (const userId of online) listed?.add(userId);
      for (const userId of offline) listed?.delete(userId);
    });
    socket.on('channel:activity', ({ serverId, channels }) => {
      for (const { channelId, lastSeq } of channels) {
        const listed = this.servers.get(serverId)?.details?.channels?.find(({ id }) => id === channelId);
        if (listed) listed.lastSeq = Math.max(listed.lastSeq, lastSeq);
      }
    });
  }

  /** Subscribes before fetching, so that concurrent events are applied to the fetched lists. */
  static async load(userId: string, client: LiveClient, api: ListApi): Promise<ServerLists> {
    const lists = new ServerLists(userId, client, api);
    for (const server of await api.servers()) lists.applyServerChange(server);
    await lists.refresh();
    return lists;
  }

  async refresh(): Promise<void> {
    for (const [serverId, server] of this.servers) {
      if (server.role === null) continue;
      server.details ??= {
        members: await this.api.members(serverId),
        online: new Set(await this.requestPresence(serverId)),
        channels: undefined,
      };
      server.details.channels ??= await this.api.channels(serverId);
    }
  }

  markRead(channelId: string, seq: number): void {
    const listed = this.findChannel(channelId);
    if (listed) listed.readSeq = Math.max(listed.readSeq, seq);
  }

  readSeqOf(channelId: string): number | undefined {
    return this.findChannel(channelId)?.readSeq;
  }

  /** @param rest also compares presence and `lastSeq` */
  findDifference(model: ReferenceModel, rest?: AtRest): string | undefined {
    const visible = model.visibleTo(this.userId);
    const ids = visible.map(({ id }) => id);
    const extra = [...this.servers.keys()].filter((id) => !ids.includes(id));
    if (extra.length > 0) return `unexpected servers: ${extra.join()}`;
    for (const server of visible) {
      const listed = this.servers.get(server.id);
      if (!listed) return `${server.name} is missing`;
      const [actual, expected] = [summarize(listed, rest), this.expectedSummary(server, rest)];
      // Non-members receive no updates of a server.
      if (expected.role === null ? listed.role !== null : !isDeepStrictEqual(actual, expected)) {
        return `${server.name} is ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
      }
    }
    return undefined;
  }

  findMissingOnline(server: ModelServer, online: ReadonlySet<string>): string[] {
    const listed = this.servers.get(server.id)?.details?.online;
    return [...server.members.keys()].filter((userId) => online.has(userId) && !listed?.has(userId));
  }

  private expectedSummary(server: ModelServer, rest: AtRest | undefined) {
    return {
      name: server.name,
      ownerId: [...server.members].find(([, role]) => role === 'owner')?.[0],
      memberCount: server.members.size,
      role: server.members.get(this.userId) ?? null,
      members: [...server.members].map(([userId, role]) => ({ userId, role })).toReversed(),
      channels: server.channels.map(({ id, name, isDefault, messages }) => ({
        id,
        name,
        isDefault,
        ...(rest && { lastSeq: messages.length }),
      })),
      ...(rest && { online: [...server.members.keys()].filter((id) => rest.online.has(id)).toSorted() }),
    };
  }

  private applyServerChange(change: ServerChange): void {
    const listed = this.servers.get(change.id);
    const membership = change.membership === undefined ? listed?.role : (change.membership?.role ?? null);
    if (membership === undefined) return;
    const details = membership === null ? undefined : listed?.details;
    if (details) details.channels = undefined;
    // Events from two backends may arrive out of order.
    const { name, ownerId, memberCount, updatedAt } =
      listed && listed.updatedAt > change.updatedAt ? listed : change;
    this.servers.set(change.id, {
      name,
      ownerId: ownerId ?? listed?.ownerId ?? null,
      memberCount,
      updatedAt,
      role: membership,
      details,
    });
  }

  private applyCount(serverId: string, count: Pick<ServerView, 'memberCount' | 'updatedAt'>): void {
    const listed = this.servers.get(serverId);
    if (listed && listed.updatedAt <= count.updatedAt) Object.assign(listed, count);
  }

  private findChannel(channelId: string): ListedChannel | undefined {
    for (const { details } of this.servers.values()) {
      const listed = details?.channels?.find(({ id }) => id === channelId);
      if (listed) return listed;
    }
    return undefined;
  }

  private async requestPresence(serverId: string): Promise<string[]> {
    const answer = await this.client.socket.emitWithAck('presence:list', { serverId });
    return answer.ok ? answer.online : [];
  }
}

function summarize({ details, name, ownerId, memberCount, role }: ListedServer, rest: AtRest | undefined) {
  return {
    name,
    ownerId,
    memberCount,
    role,
    members: details?.members.map(({ userId, role }) => ({ userId, role })),
    channels: details?.channels?.map(({ id, name, isDefault, lastSeq }) => ({
      id,
      name,
      isDefault,
      ...(rest && { lastSeq }),
    })),
    ...(rest && { online: [...(details?.online ?? [])].toSorted() }),
  };
}
