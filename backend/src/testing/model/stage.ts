import type { ChannelView, MemberView, ServerView } from '@oniverse/contracts';
import { GOOD_PASSWORD, makeMember, makeServer } from '@oniverse/testing';
import { PasswordsService } from '../../passwords/passwords.service.js';
import { ServersService } from '../../servers/servers.service.js';
import { bearer } from '../backend-under-test.js';
import type { TwoBackends } from '../two-backends.js';
import { Device } from './device.js';
import { DimensionsModel, type ModelChannel, type ModelServer } from './dimensions-model.js';
import { Hearsay } from './hearsay.js';
import { HeldDimensions } from './held-dimensions.js';
import { pick } from './steps.js';

export type Backend = 0 | 1;

export interface Person {
  id: string;
  username: string;
  sessionId: string;
}

export interface Answer {
  status: number;
  body: unknown;
}

const MEMBERS = 7;
const DEVICES = 4;
const DEVICES_AT_FIRST = 3;

/** What a trial plays on: two backends, the members who take part and their devices, and the model of it all. */
export class Stage {
  readonly model = new DimensionsModel();
  readonly hearsay = new Hearsay(this.model);
  readonly people: Person[] = [];
  devices: Device[] = [];
  /** Servers, those too that are gone. */
  private readonly known = new Map<string, ModelServer>();
  /** Where each channel is, those too that are gone. */
  private readonly places = new Map<string, ModelServer>();
  private numbers = 0;

  private constructor(
    private readonly two: TwoBackends,
    private readonly passwordHash: string,
  ) {}

  /** Begins with some members and a public dimension. */
  static async set(two: TwoBackends): Promise<Stage> {
    const stage = new Stage(two, await two.service(0, PasswordsService).hash(GOOD_PASSWORD));
    for (let count = 0; count < MEMBERS; count += 1) await stage.addPerson();
    await stage.openPublic();
    for (let index = 0; index < DEVICES_AT_FIRST; index += 1) {
      await stage.connect(index, index % 2 === 0 ? 0 : 1);
    }
    return stage;
  }

  /** Ends what is connected, and the servers. */
  async clear(): Promise<void> {
    for (const { client } of this.devices) client.close();
    await this.two.stack.dataSource.query('DELETE FROM servers');
  }

  async call(
    backend: Backend,
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

  /** A number that was not given before, for names and texts. */
  next(): number {
    this.numbers += 1;
    return this.numbers;
  }

  /** A text that was not said before; every third mentions somebody. */
  words(whom: Person): string {
    const number = this.next();
    return number % 3 === 0 ? `${number} for @${whom.username}` : `${number}`;
  }

  /** Who is online. */
  online(): ReadonlySet<string> {
    return new Set(this.devices.map(({ userId }) => userId));
  }

  /** Where something is or was; undefined for what was never there. */
  serverOf({ serverId = '', channelId }: { serverId?: string; channelId?: string }): ModelServer | undefined {
    return channelId === undefined ? this.known.get(serverId) : this.places.get(channelId);
  }

  /** A channel that is there; undefined for one that is gone. */
  channel(channelId: string): ModelChannel | undefined {
    return this.places.get(channelId)?.channels.find(({ id }) => id === channelId);
  }

  async addPerson(): Promise<void> {
    const { user, sessionId } = await makeMember(this.two.stack.dataSource, { password: this.passwordHash });
    this.people.push({ id: user.id, username: user.username, sessionId });
  }

  addServer(
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
    this.hearsay.admit(ownerId, made.id);
  }

  addChannel(server: ModelServer, channel: Pick<ModelChannel, 'id' | 'name' | 'isDefault'>): void {
    server.channels.push({ ...channel, messages: [], lastRev: 0, marks: new Map() });
    this.places.set(channel.id, server);
  }

  /** Looks at what a device was told, and closes it. */
  async reconnect(leaving: Device | undefined, who: number, backend: Backend): Promise<void> {
    if (leaving) {
      this.checkTold(leaving);
      leaving.client.close();
      this.devices = this.devices.filter((device) => device !== leaving);
    }
    while (this.devices.length < DEVICES) await this.connect(who + this.devices.length, backend);
  }

  /** @throws Error where a device was told what it may not know */
  checkTold(device: Device): void {
    this.hearsay.check(device, (subject) => this.serverOf(subject));
  }

  /** Devices of those who may no longer read a channel have it no longer open. */
  closeHidden(): void {
    for (const { opened, userId } of this.devices) {
      for (const channelId of opened.keys()) {
        const server = this.places.get(channelId);
        if (!server || !this.channel(channelId) || !this.model.sees(userId, server)) opened.delete(channelId);
      }
    }
    for (const server of this.model.servers.values()) {
      for (const userId of server.members.keys()) this.hearsay.admit(userId, server.id);
    }
  }

  private async connect(who: number, backend: Backend): Promise<void> {
    const person = pick(this.people, who);
    if (!person) throw new Error('There are members');
    const client = await this.two.connect(backend, person.sessionId);
    const lists = await HeldDimensions.begin(person.id, client, {
      servers: async (): Promise<ServerView[]> => this.fetch(backend, '/servers', person),
      channels: async (id): Promise<ChannelView[]> => this.fetch(backend, `/servers/${id}/channels`, person),
      members: async (id): Promise<MemberView[]> => this.fetch(backend, `/servers/${id}/members`, person),
    });
    this.devices.push(new Device(person, client, lists, this.hearsay.mentionCount(person.id)));
  }

  // Whether an answer is what the document says is looked at where it is given.
  private async fetch(backend: Backend, path: string, { sessionId }: Person) {
    const { body } = await this.two
      .api(backend)
      .get(`/api${path}`)
      .set(...bearer(sessionId))
      .expect(200);
    return body;
  }

  /** A public dimension, of a member who takes part; who had it before is a moderator whom nobody hears of. */
  private async openPublic(): Promise<void> {
    const { server, channel, owner: former } = await makeServer(this.two.stack.dataSource);
    this.addServer(
      { id: server.id, name: server.name, isPublic: true },
      { id: channel.id, name: channel.name },
      former.id,
    );
    const [owner] = this.people;
    const [made] = this.model.servers.values();
    if (!owner || !made) throw new Error('There are members and a dimension');
    await this.call(0, 'POST', `/servers/${made.id}/join`, owner);
    await this.two.service(0, ServersService).handOver(former.id, made.id, owner.id);
    this.model.join(owner.id, made);
    this.model.handOver(former.id, made, owner.id);
    this.hearsay.admit(owner.id, made.id);
  }
}
