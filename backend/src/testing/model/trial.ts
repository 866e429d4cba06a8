import { expect } from '@jest/globals';
import { GOOD_PASSWORD, makeMember, makeServer, until } from '@oniverse/testing';
import { PasswordsService } from '../../passwords/passwords.service.js';
import { ServersService } from '../../servers/servers.service.js';
import { bearer } from '../backend-under-test.js';
import type { TwoBackends } from '../two-backends.js';
import { Device, subjectOf } from './device.js';
import {
  DimensionsModel,
  type ModelChannel,
  type ModelInvite,
  type ModelMessage,
  type ModelServer,
} from './dimensions-model.js';

/** What a step does, and how often it is done. */
export const STEPS = {
  send: 30,
  edit: 7,
  bury: 5,
  read: 10,
  join: 5,
  leave: 2,
  kick: 3,
  setRole: 3,
  handOver: 1,
  createServer: 2,
  deleteServer: 0.3,
  invite: 4,
  accept: 7,
  revoke: 1,
  createChannel: 2,
  renameChannel: 1,
  deleteChannel: 1,
  open: 8,
  close: 1,
  connect: 2,
  erase: 0.2,
} as const;
export type StepKind = keyof typeof STEPS;

/**
 * A step, without the things that it is done to: each number picks among what is there by then, so that steps before it
 * may be left out.
 */
export interface Step {
  kind: StepKind;
  backend: 0 | 1;
  who: number;
  where: number;
  what: number;
  whom: number;
  /** Whether it is done by a member of the server, as most things are. */
  isInsider: boolean;
}

interface Person {
  id: string;
  username: string;
  sessionId: string;
}

interface Answer {
  status: number;
  body: unknown;
}

const MEMBERS = 7;
const MOST_SERVERS = 6;
const MOST_CHANNELS = 4;
const PAGE = 100;
/** What only members of a dimension are told, public or not. */
const FOR_MEMBERS = new Set(['channel:activity', 'presence', 'member:joined', 'member:left', 'mention']);

const pick = <T>(things: readonly T[], number: number): T | undefined => things[number % things.length];

/** Does steps on two backends and in the model, and holds the one against the other. */
export class Trial {
  private readonly model = new DimensionsModel();
  private readonly people: Person[] = [];
  private devices: Device[] = [];
  /** Where each channel is, those too that are gone. */
  private readonly places = new Map<string, ModelServer>();
  /** Who was in each server at some time since what was told was looked at last. */
  private readonly insiders = new Map<string, Set<string>>();
  private readonly known = new Map<string, ModelServer>();
  private readonly notices = new Set<string>();
  private said = 0;

  private constructor(
    private readonly two: TwoBackends,
    private readonly passwordHash: string,
  ) {}

  /** Begins with some members and a public dimension. */
  static async begin(two: TwoBackends): Promise<Trial> {
    const trial = new Trial(two, await two.service(0, PasswordsService).hash(GOOD_PASSWORD));
    for (let count = 0; count < MEMBERS; count += 1) await trial.addPerson();
    const { server, channel, owner } = await makeServer(two.stack.dataSource);
    trial.addServer(
      { id: server.id, name: server.name, isPublic: true },
      { id: channel.id, name: channel.name },
      owner.id,
    );
    await trial.openPublic(owner.id);
    for (const index of [0, 1, 2]) await trial.connect(index, index % 2 === 0 ? 0 : 1);
    return trial;
  }

  /** Ends what the trial left connected, and its servers. */
  async end(): Promise<void> {
    for (const { client } of this.devices) client.close();
    await this.two.stack.dataSource.query('DELETE FROM servers');
  }

  /** Does a step. @throws Error where an answer is not what the model says */
  async take(step: Step): Promise<void> {
    const servers = [...this.model.servers.values()];
    const server = pick(servers, step.where);
    const insiders = this.people.filter(({ id }) => server?.members.has(id));
    const actor = pick(step.isInsider && insiders.length > 0 ? insiders : this.people, step.who);
    if (!server || !actor) throw new Error('There is always a server and a member');
    const channel = pick(server.channels, step.what);
    if (!channel) throw new Error('There is always the default channel');
    await this.run(step, actor, server, channel);
    await this.glance(step, server, channel);
  }

  /** Holds everything that the backends answer, and what devices were told, against the model. */
  async settle(): Promise<void> {
    for (const device of this.devices) {
      for (const channelId of device.opened.keys()) {
        const channel = this.places.get(channelId)?.channels.find(({ id }) => id === channelId);
        if (!channel) continue;
        let difference: string | undefined;
        await until('devices to hold what was said', () => {
          difference = device.difference(channel);
          return difference === undefined;
        }).catch((error: unknown) => {
          throw new Error(`A device holds something else: ${difference}`, { cause: error });
        });
      }
    }
    this.checkTold();
    for (const [index, person] of this.people.entries()) {
      const backend = index % 2 === 0 ? 0 : 1;
      await this.checkServers(backend, person);
      for (const server of this.model.servers.values()) {
        await this.checkChannels(backend, person, server);
        await this.checkMembers(backend, person, server);
      }
    }
    for (const server of this.model.servers.values()) {
      const reader = this.people.find(({ id }) => this.model.sees(id, server));
      for (const channel of reader ? server.channels : []) {
        await this.checkHistory(this.said % 2 === 0 ? 0 : 1, reader!, server, channel);
      }
    }
  }

  private async run(step: Step, actor: Person, server: ModelServer, channel: ModelChannel): Promise<void> {
    const { model } = this;
    const whom = pick(this.people, step.whom)!;
    const message = pick(channel.messages.slice(-20), step.whom);
    const answers = async (
      method: string,
      path: string,
      status: number,
      body?: object,
    ): Promise<Record<string, unknown>> => {
      const answer = await this.call(step.backend, method, path, actor, body);
      expect([step.kind, answer.status, answer.body]).toEqual([step.kind, status, expect.anything()]);
      return Object.fromEntries(Object.entries(answer.body ?? {}));
    };
    switch (step.kind) {
      case 'send':
        return this.send(step, actor, server, channel, whom);
      case 'edit': {
        const author = this.people.find(({ id }) => id === message?.authorId);
        if (message)
          await this.edit(step, (step.isInsider && author) || actor, server, channel, message, whom);
        return;
      }
      case 'bury':
        if (message) {
          await answers('DELETE', `/messages/${message.id}`, model.bury(actor.id, server, channel, message));
        }
        return;
      case 'read': {
        const seq = step.whom % (channel.messages.length + 3);
        await answers('PUT', `/channels/${channel.id}/read`, model.read(actor.id, server, channel, seq), {
          seq,
        });
        return;
      }
      case 'join':
        await answers('POST', `/servers/${server.id}/join`, model.join(actor.id, server));
        break;
      case 'leave':
        await answers('POST', `/servers/${server.id}/leave`, model.leave(actor.id, server));
        break;
      case 'kick':
        await answers(
          'DELETE',
          `/servers/${server.id}/members/${whom.id}`,
          model.kick(actor.id, server, whom.id),
        );
        break;
      case 'setRole': {
        const role = step.what % 2 === 0 ? 'moderator' : 'member';
        const status = model.setRole(actor.id, server, whom.id, role);
        await answers('PATCH', `/servers/${server.id}/members/${whom.id}`, status, { role });
        return;
      }
      case 'handOver':
        await answers('POST', `/servers/${server.id}/owner`, model.handOver(actor.id, server, whom.id), {
          userId: whom.id,
        });
        return;
      case 'createServer':
        if (model.servers.size < MOST_SERVERS) await this.createServer(step.backend, actor);
        return;
      case 'deleteServer':
        if (!server.isPublic) {
          await answers('DELETE', `/servers/${server.id}`, model.deleteServer(actor.id, server));
        }
        break;
      case 'invite': {
        const status = model.asStaff(actor.id, server);
        const maxUses = step.what % 3 === 0 ? null : (step.what % 3) + 1;
        const made = await answers('POST', `/servers/${server.id}/invites`, status === 200 ? 201 : status, {
          maxUses,
        });
        if (status === 200) model.addInvite(server, String(made['code']), maxUses);
        return;
      }
      case 'accept': {
        const invite = pick(model.invites.slice(-8), step.what);
        if (invite) await this.accept(step, actor, invite);
        return;
      }
      case 'revoke': {
        const invite = pick(model.invites, step.what);
        if (invite) await answers('DELETE', `/invites/${invite.code}`, model.revoke(actor.id, invite));
        return;
      }
      case 'createChannel': {
        if (server.channels.length === MOST_CHANNELS) return;
        const status = model.asStaff(actor.id, server);
        const name = `channel ${(this.said += 1)}`;
        const made = await answers('POST', `/servers/${server.id}/channels`, status === 200 ? 201 : status, {
          name,
        });
        if (status === 200) this.addChannel(server, { id: String(made['id']), name, isDefault: false });
        return;
      }
      case 'renameChannel': {
        const status = model.asStaff(actor.id, server);
        const name = `channel ${(this.said += 1)}`;
        await answers('PATCH', `/channels/${channel.id}`, status, { name });
        if (status === 200) channel.name = name;
        return;
      }
      case 'deleteChannel':
        await answers('DELETE', `/channels/${channel.id}`, model.deleteChannel(actor.id, server, channel));
        break;
      case 'open': {
        const device = pick(this.devices, step.who);
        if (!device) return;
        const refused = model.asReader(device.userId, server) === 200 ? undefined : 'not_found';
        expect(await device.open(channel.id)).toBe(refused);
        return;
      }
      case 'close': {
        const device = pick(this.devices, step.who);
        const channelId = device && pick([...device.opened.keys()], step.what);
        if (!device || channelId === undefined) return;
        expect(await device.client.ask('channel:close', { channelId })).toEqual({ ok: true });
        device.opened.delete(channelId);
        return;
      }
      case 'connect':
        return this.reconnect(step);
      case 'erase':
        await this.erase(step.backend, actor);
        break;
    }
    this.closeHidden();
  }

  private async send(
    step: Step,
    actor: Person,
    server: ModelServer,
    channel: ModelChannel,
    whom: Person,
  ): Promise<void> {
    const status = this.model.asMember(actor.id, server);
    const content = this.words(whom);
    const nonce = `nonce ${this.said}`;
    const device = this.devices.find(({ userId }) => userId === actor.id);
    const say = async (): Promise<{ status: number; id: string }> => {
      if (device && step.what % 2 === 0) {
        const answer = await device.client.socket.emitWithAck('message:send', {
          channelId: channel.id,
          content,
          nonce,
        });
        if (!answer.ok) return { status: answer.code === 'not_found' ? 404 : 403, id: '' };
        return { status: 200, id: answer.message.id };
      }
      const path = `/channels/${channel.id}/messages`;
      const { status: said, body } = await this.call(step.backend, 'POST', path, actor, { content, nonce });
      return { status: said === 201 ? 200 : said, id: idOf(body) };
    };
    const said = await say();
    expect(['send', said.status]).toEqual(['send', status]);
    if (status !== 200) return;
    const named = content.includes('@') ? [whom.id] : [];
    const message = this.model.say(server, channel, { id: said.id, authorId: actor.id, content }, named);
    this.notice(channel, message);
    // Now and then the answer got lost, and it is said again.
    if (step.whom % 10 === 0) expect(await say()).toEqual(said);
  }

  private async edit(
    step: Step,
    actor: Person,
    server: ModelServer,
    channel: ModelChannel,
    message: ModelMessage,
    whom: Person,
  ): Promise<void> {
    const content = this.words(whom);
    const named = content.includes('@') ? [whom.id] : [];
    const status = this.model.edit(actor.id, server, channel, message, content, named);
    const answer = await this.call(step.backend, 'PATCH', `/messages/${message.id}`, actor, { content });
    expect(['edit', answer.status]).toEqual(['edit', status]);
    if (status === 200) this.notice(channel, message);
  }

  private async accept(step: Step, actor: Person, invite: ModelInvite): Promise<void> {
    const status = this.model.accept(actor.id, invite);
    const answer = await this.call(step.backend, 'POST', `/invites/${invite.code}/accept`, actor);
    expect(['accept', answer.status]).toEqual(['accept', status]);
    if (status === 200) this.admit(actor.id, invite.server);
    const preview = await this.call(step.backend, 'GET', `/invites/${invite.code}`, actor);
    expect(preview).toMatchObject(
      this.model.works(invite)
        ? { status: 200, body: { server: { id: invite.server.id, memberCount: invite.server.members.size } } }
        : { status: 404 },
    );
  }

  private async createServer(backend: 0 | 1, actor: Person): Promise<void> {
    const name = `server ${(this.said += 1)}`;
    const { status, body } = await this.call(backend, 'POST', '/servers', actor, { name });
    expect(status).toBe(201);
    const id = idOf(body);
    const { body: channels } = await this.call(backend, 'GET', `/servers/${id}/channels`, actor);
    expect(channels).toEqual([expect.objectContaining({ name: 'general', isDefault: true })]);
    const channelId = idOf(Array.isArray(channels) ? channels[0] : undefined);
    this.addServer({ id, name, isPublic: false }, { id: channelId, name: 'general' }, actor.id);
  }

  private async reconnect(step: Step): Promise<void> {
    const [old] = this.devices.splice(step.what % Math.max(this.devices.length, 1), 1);
    if (old) {
      this.checkToldTo(old);
      old.client.close();
    }
    while (this.devices.length < 4) await this.connect(step.who + this.devices.length, step.backend);
  }

  private async connect(who: number, backend: 0 | 1): Promise<void> {
    const person = pick(this.people, who)!;
    this.devices.push(new Device(person.id, await this.two.connect(backend, person.sessionId)));
  }

  private async erase(backend: 0 | 1, actor: Person): Promise<void> {
    const { status } = await this.call(backend, 'DELETE', '/users/me', actor, { password: GOOD_PASSWORD });
    expect(status).toBe(200);
    this.model.erase(actor.id);
    this.people.splice(this.people.indexOf(actor), 1);
    for (const { userId, client } of this.devices) {
      if (userId === actor.id) await until('the socket to be closed', () => !client.socket.connected);
    }
    this.devices = this.devices.filter(({ userId }) => userId !== actor.id);
    await this.addPerson();
    if (this.model.servers.size === 0) await this.createServer(backend, this.people[0]!);
  }

  /** What of the touched things one member is answered by the other backend. */
  private async glance(step: Step, server: ModelServer, channel: ModelChannel): Promise<void> {
    const viewer = pick(this.people, step.whom + step.who)!;
    const backend = step.backend === 0 ? 1 : 0;
    const look = step.where % 8;
    if (look < 3) await this.checkServers(backend, viewer);
    else if (look < 6) await this.checkChannels(backend, viewer, server);
    else if (look < 7) await this.checkMembers(backend, viewer, server);
    else if (server.channels.includes(channel)) await this.checkHistory(backend, viewer, server, channel);
  }

  private async checkServers(backend: 0 | 1, viewer: Person): Promise<void> {
    const { status, body } = await this.call(backend, 'GET', '/servers', viewer);
    const servers = this.model.visibleTo(viewer.id).map((server) => {
      const unread = server.channels.map((channel) => this.model.unread(viewer.id, server, channel));
      const role = server.members.get(viewer.id);
      return expect.objectContaining({
        id: server.id,
        name: server.name,
        ownerId: [...server.members].find(([, held]) => held === 'owner')?.[0],
        memberCount: server.members.size,
        membership: role === undefined ? null : { role },
        unreadCount: unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
        mentionCount: unread.reduce((sum, { mentionCount }) => sum + mentionCount, 0),
      });
    });
    expect({ status, body }).toEqual({ status: 200, body: servers.toReversed() });
  }

  private async checkChannels(backend: 0 | 1, viewer: Person, server: ModelServer): Promise<void> {
    const { status, body } = await this.call(backend, 'GET', `/servers/${server.id}/channels`, viewer);
    const seen = this.model.asReader(viewer.id, server);
    expect(status).toBe(seen);
    if (seen !== 200) return;
    expect(body).toEqual(
      server.channels.map((channel) =>
        expect.objectContaining({
          id: channel.id,
          name: channel.name,
          isDefault: channel.isDefault,
          lastSeq: channel.messages.length,
          ...this.model.unread(viewer.id, server, channel),
        }),
      ),
    );
  }

  private async checkMembers(backend: 0 | 1, viewer: Person, server: ModelServer): Promise<void> {
    const { status, body } = await this.call(backend, 'GET', `/servers/${server.id}/members`, viewer);
    const seen = this.model.asReader(viewer.id, server);
    expect(status).toBe(seen);
    if (seen !== 200) return;
    expect(body).toEqual(
      [...server.members].toReversed().map(([userId, role]) => expect.objectContaining({ userId, role })),
    );
  }

  private async checkHistory(
    backend: 0 | 1,
    viewer: Person,
    server: ModelServer,
    channel: ModelChannel,
  ): Promise<void> {
    const path = `/channels/${channel.id}/messages?limit=${PAGE}`;
    const { status, body } = await this.call(backend, 'GET', path, viewer);
    const seen = this.model.asReader(viewer.id, server);
    expect(status).toBe(seen);
    if (seen !== 200) return;
    expect(body).toEqual(
      channel.messages.slice(-PAGE).map(({ id, seq, rev, authorId, content, isDeleted }) =>
        expect.objectContaining({
          id,
          seq,
          rev,
          content,
          userId: authorId,
          author: authorId === null ? null : expect.anything(),
          deletedAt: isDeleted ? expect.any(String) : null,
        }),
      ),
    );
  }

  private checkTold(): void {
    for (const device of this.devices) this.checkToldTo(device);
    for (const server of this.model.servers.values()) {
      this.insiders.set(server.id, new Set(server.members.keys()));
    }
  }

  /** Nobody is told of what they may not see, nor of being mentioned who was not. */
  private checkToldTo(device: Device): void {
    for (const told of device.news()) {
      const { serverId, channelId } = subjectOf(told);
      const server = channelId === undefined ? this.known.get(serverId ?? '') : this.places.get(channelId);
      if (!server || (server.isPublic && !FOR_MEMBERS.has(told.event))) continue;
      if (!this.insiders.get(server.id)?.has(device.userId)) {
        throw new Error(`${device.userId} was told of ${server.name}: ${JSON.stringify(told)}`);
      }
      if (told.event === 'mention' && !this.notices.has(noticeOf(device.userId, told.payload))) {
        throw new Error(`${device.userId} was not mentioned: ${JSON.stringify(told)}`);
      }
    }
  }

  /** Devices of those who may no longer read a channel have it no longer open. */
  private closeHidden(): void {
    for (const device of this.devices) {
      for (const channelId of device.opened.keys()) {
        const server = this.places.get(channelId);
        const isThere = server?.channels.some(({ id }) => id === channelId);
        if (!server || !isThere || !this.model.sees(device.userId, server)) device.opened.delete(channelId);
      }
    }
    for (const server of this.model.servers.values()) {
      for (const userId of server.members.keys()) this.admit(userId, server);
    }
  }

  private admit(userId: string, server: ModelServer): void {
    this.insiders.get(server.id)?.add(userId);
  }

  private notice(channel: ModelChannel, { seq, mentions }: ModelMessage): void {
    for (const userId of mentions) this.notices.add(noticeOf(userId, { channelId: channel.id, seq }));
  }

  private words(whom: Person): string {
    this.said += 1;
    return this.said % 3 === 0 ? `${this.said} for @${whom.username}` : `${this.said}`;
  }

  /** Gives the public dimension to a member who takes part; who had it is a moderator whom nobody hears of. */
  private async openPublic(formerId: string): Promise<void> {
    const [owner] = this.people;
    const [server] = this.model.servers.values();
    if (!owner || !server) throw new Error('There are members and a dimension');
    await this.call(0, 'POST', `/servers/${server.id}/join`, owner);
    await this.two.service(0, ServersService).handOver(formerId, server.id, owner.id);
    this.model.join(owner.id, server);
    this.model.handOver(formerId, server, owner.id);
    this.admit(owner.id, server);
  }

  private async addPerson(): Promise<void> {
    const { user, sessionId } = await makeMember(this.two.stack.dataSource, { password: this.passwordHash });
    this.people.push({ id: user.id, username: user.username, sessionId });
  }

  private addServer(
    server: Pick<ModelServer, 'id' | 'name' | 'isPublic'>,
    channel: Pick<ModelChannel, 'id' | 'name'>,
    ownerId: string,
  ): void {
    const made: ModelServer = {
      ...server,
      members: new Map([[ownerId, 'owner']]),
      channels: [],
      removals: new Map(),
    };
    this.model.addServer(made);
    this.known.set(made.id, made);
    this.addChannel(made, { ...channel, isDefault: true });
    this.insiders.set(made.id, new Set([ownerId]));
  }

  private addChannel(server: ModelServer, channel: Pick<ModelChannel, 'id' | 'name' | 'isDefault'>): void {
    server.channels.push({ ...channel, messages: [], lastRev: 0, marks: new Map() });
    this.places.set(channel.id, server);
  }

  private async call(
    backend: 0 | 1,
    method: string,
    path: string,
    { sessionId }: Person,
    body?: object,
  ): Promise<Answer> {
    const [name, value] = bearer(sessionId);
    const response = await fetch(`${this.two.url(backend)}/api${path}`, {
      method,
      headers: { [name]: value, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  }
}

/** The id of something that was answered; empty where it has none. */
function idOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : '';
}

/** What is noted of a mention that was, and what a member is told of one. */
function noticeOf(userId: string, mention: unknown): string {
  const { channelId, seq }: { channelId?: unknown; seq?: unknown } = Object(mention);
  return JSON.stringify([userId, channelId, seq]);
}
