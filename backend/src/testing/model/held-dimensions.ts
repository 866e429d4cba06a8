import { isDeepStrictEqual } from 'node:util';
import {
  type ChannelView,
  type MemberView,
  type ServerChange,
  type ServerRole,
  type ServerView,
} from '@oniverse/contracts';
import type { LiveClient } from '@oniverse/testing';
import type { DimensionsModel, ModelServer } from './dimensions-model.js';

/** What a device fetches over HTTP, as its member. */
export interface Fetch {
  servers(): Promise<ServerView[]>;
  channels(serverId: string): Promise<ChannelView[]>;
  members(serverId: string): Promise<MemberView[]>;
}

/** What a device holds of what is in a dimension that its member is in. */
interface HeldInside {
  /** Newest first. */
  members: Pick<MemberView, 'userId' | 'role'>[];
  online: Set<string>;
  /** undefined where they may be other ones by now: they are fetched again */
  channels: HeldChannel[] | undefined;
}

type HeldChannel = Pick<ChannelView, 'id' | 'name' | 'isDefault' | 'lastSeq' | 'readSeq'>;

/** What a device holds of a dimension. */
interface HeldServer {
  name: string;
  ownerId: string;
  memberCount: number;
  updatedAt: string;
  /** null where its member has not joined */
  role: ServerRole | null;
  /** undefined where it is not fetched, as before one joins */
  inside: HeldInside | undefined;
}

/** What is only so once nothing has happened for some seconds. */
interface AtRest {
  /** Who has a device that is connected. */
  online: ReadonlySet<string>;
}

/**
 * The lists that a device shows: fetched once, and then what it is told put over them. It fetches again only what the
 * events say that it must: the channels of a dimension that changed, and all of one that its member came into.
 */
export class HeldDimensions {
  private readonly servers = new Map<string, HeldServer>();

  private constructor(
    private readonly userId: string,
    private readonly client: LiveClient,
    private readonly fetch: Fetch,
  ) {
    const { socket } = client;
    socket.on('server:changed', (change) => this.change(change));
    socket.on('server:removed', ({ serverId }) => this.servers.delete(serverId));
    socket.on('member:joined', ({ serverId, member, memberCount, updatedAt }) => {
      this.count(serverId, { memberCount, updatedAt });
      const inside = this.servers.get(serverId)?.inside;
      if (!inside) return;
      inside.members = [member, ...inside.members.filter(({ userId: held }) => held !== member.userId)];
      if (member.online) inside.online.add(member.userId);
    });
    socket.on('member:left', ({ serverId, userId: gone, memberCount, updatedAt }) => {
      this.count(serverId, { memberCount, updatedAt });
      const inside = this.servers.get(serverId)?.inside;
      if (!inside) return;
      inside.members = inside.members.filter(({ userId: held }) => held !== gone);
      inside.online.delete(gone);
    });
    socket.on('member:changed', ({ userId: changed, inServer }) => {
      const member = this.servers
        .get(inServer?.serverId ?? '')
        ?.inside?.members.find(({ userId: held }) => held === changed);
      if (member && inServer) member.role = inServer.role;
    });
    socket.on('presence', ({ serverId, online, offline }) => {
      const held = this.servers.get(serverId)?.inside?.online;
      for (const one of online) held?.add(one);
      for (const one of offline) held?.delete(one);
    });
    socket.on('channel:activity', ({ serverId, channels }) => {
      for (const { channelId, lastSeq } of channels) {
        const held = this.servers.get(serverId)?.inside?.channels?.find(({ id }) => id === channelId);
        if (held) held.lastSeq = Math.max(held.lastSeq, lastSeq);
      }
    });
  }

  /** Listens, and then fetches: what happens meanwhile is put over what is fetched. */
  static async begin(userId: string, client: LiveClient, fetch: Fetch): Promise<HeldDimensions> {
    const held = new HeldDimensions(userId, client, fetch);
    for (const server of await fetch.servers()) held.change(server);
    await held.refresh();
    return held;
  }

  /** Fetches what is not held of dimensions that the member is in. */
  async refresh(): Promise<void> {
    for (const [serverId, server] of this.servers) {
      if (server.role === null) continue;
      server.inside ??= {
        members: await this.fetch.members(serverId),
        online: new Set(await this.askPresence(serverId)),
        channels: undefined,
      };
      server.inside.channels ??= await this.fetch.channels(serverId);
    }
  }

  /** The member read a channel, here or in another tab. */
  read(channelId: string, seq: number): void {
    const held = this.channel(channelId);
    if (held) held.readSeq = Math.max(held.readSeq, seq);
  }

  /** How far its member has read a channel of a dimension that the member is in; undefined where that is not held. */
  readSeqOf(channelId: string): number | undefined {
    return this.channel(channelId)?.readSeq;
  }

  /**
   * What is wrong with what is held.
   * @param rest what is held against too where nothing has happened for some seconds
   */
  difference(model: DimensionsModel, rest?: AtRest): string | undefined {
    const visible = model.visibleTo(this.userId);
    const ids = visible.map(({ id }) => id);
    const others = [...this.servers.keys()].filter((id) => !ids.includes(id));
    if (others.length > 0) return `held and not there: ${others.join()}`;
    for (const server of visible) {
      const held = this.servers.get(server.id);
      if (!held) return `${server.name} is not held`;
      const [is, should] = [shownOf(held, rest), this.expected(server, rest)];
      // Whoever has not joined is told nothing of what becomes of a dimension.
      if (should.role === null ? held.role !== null : !isDeepStrictEqual(is, should)) {
        return `${server.name} is ${JSON.stringify(is)} and not ${JSON.stringify(should)}`;
      }
    }
    return undefined;
  }

  /** Of whom a dimension's lists do not say that they are online. */
  missing(server: ModelServer, online: ReadonlySet<string>): string[] {
    const held = this.servers.get(server.id)?.inside?.online;
    return [...server.members.keys()].filter((userId) => online.has(userId) && !held?.has(userId));
  }

  private expected(server: ModelServer, rest: AtRest | undefined) {
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

  private change(change: ServerChange): void {
    const held = this.servers.get(change.id);
    const membership = change.membership === undefined ? held?.role : (change.membership?.role ?? null);
    if (membership === undefined) return;
    const inside = membership === null ? undefined : held?.inside;
    if (inside) inside.channels = undefined;
    // What two backends tell may cross on its way.
    const { name, ownerId, memberCount, updatedAt } =
      held && held.updatedAt > change.updatedAt ? held : change;
    this.servers.set(change.id, { name, ownerId, memberCount, updatedAt, role: membership, inside });
  }

  private count(serverId: string, count: Pick<ServerView, 'memberCount' | 'updatedAt'>): void {
    const held = this.servers.get(serverId);
    if (held && held.updatedAt <= count.updatedAt) Object.assign(held, count);
  }

  private channel(channelId: string): HeldChannel | undefined {
    for (const { inside } of this.servers.values()) {
      const held = inside?.channels?.find(({ id }) => id === channelId);
      if (held) return held;
    }
    return undefined;
  }

  private async askPresence(serverId: string): Promise<string[]> {
    const answer = await this.client.socket.emitWithAck('presence:list', { serverId });
    return answer.ok ? answer.online : [];
  }
}

function shownOf({ inside, name, ownerId, memberCount, role }: HeldServer, rest: AtRest | undefined) {
  return {
    name,
    ownerId,
    memberCount,
    role,
    members: inside?.members.map(({ userId, role }) => ({ userId, role })),
    channels: inside?.channels?.map(({ id, name, isDefault, lastSeq }) => ({
      id,
      name,
      isDefault,
      ...(rest && { lastSeq }),
    })),
    ...(rest && { online: [...(inside?.online ?? [])].toSorted() }),
  };
}
