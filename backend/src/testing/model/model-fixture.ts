import type { ChannelView, MemberView, ServerView } from '@oniverse/contracts';
import { GOOD_PASSWORD, makeMember, makeServer } from '@oniverse/testing';
import { PasswordsService } from '../../account/passwords/passwords.service.js';
import { ServersService } from '../../talk/servers/servers.service.js';
import { bearer } from '../backend-under-test.js';
import type { TwoBackends } from '../two-backends.js';
import { Device } from './device.js';
import { ReferenceModel, type ModelChannel, type ModelServer } from './reference-model.js';
import { EventOracle } from './event-oracle.js';
import { ServerLists } from './server-lists.js';
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
const INITIAL_DEVICES = 3;

export class ModelFixture {
  readonly model = new ReferenceModel();
  readonly eventOracle = new EventOracle(this.model);
  readonly people: Person[] = [];
  devices: Device[] = [];
  /** All servers, including deleted ones. */
  private readonly knownServers = new Map<string, ModelServer>();
  /** The server of every channel, including deleted ones. */
  private readonly serverByChannel = new Map<string, ModelServer>();
  private lastNumber = 0;

  private constructor(
    private readonly two: TwoBackends,
    private readonly passwordHash: string,
  ) {}

  static async create(two: TwoBackends): Promise<ModelFixture> {
    const fixture = new ModelFixture(two, await two.getProvider(0, PasswordsService).hash(GOOD_PASSWORD));
    for (let count = 0; count < MEMBERS; count += 1) await fixture.addPerson();
    await fixture.createPublicServer();
    for (let index = 0; index < INITIAL_DEVICES; index += 1) {
      await fixture.connect(index, index % 2 === 0 ? 0 : 1);
    }
    return fixture;
  }

  async dispose(): Promise<void> {
    for (const { client } of this.devices) client.close();
    await this.two.stack.dataSource.query('DELETE FROM servers');
  }

  async callApi(
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

  nextNumber(): number {
    this.lastNumber += 1;
    return this.lastNumber;
  }

  /** Returns a new text; every third one mentions the given member. */
  nextText(target: Person): string {
    const number = this.nextNumber();
    return number % 3 === 0 ? `${number} for @${target.username}` : `${number}`;
  }

  onlineIds(): ReadonlySet<string> {
    return new Set(this.devices.map(({ userId }) => userId));
  }

  /** Returns the server of an event's subject, even if deleted; undefined if it never existed. */
  serverOf({ serverId = '', channelId }: { serverId?: string; channelId?: string }): ModelServer | undefined {
    return channelId === undefined ? this.knownServers.get(serverId) : this.serverByChannel.get(channelId);
  }

  findChannel(channelId: string): ModelChannel | undefined {
    return this.serverByChannel.get(channelId)?.channels.find(({ id }) => id === channelId);
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
    const created: ModelServer = {
      ...server,
      members: new Map([[ownerId, 'owner']]),
      channels: [],
      bans: new Map(),
    };
    this.model.addServer(created);
    this.knownServers.set(created.id, created);
    this.addChannel(created, { ...channel, isDefault: true });
    this.eventOracle.allow(ownerId, created.id);
  }

  addChannel(server: ModelServer, channel: Pick<ModelChannel, 'id' | 'name' | 'isDefault'>): void {
    server.channels.push({ ...channel, messages: [], lastRev: 0, readMarks: new Map() });
    this.serverByChannel.set(channel.id, server);
  }

  async reconnect(leaving: Device | undefined, who: number, backend: Backend): Promise<void> {
    if (leaving) {
      this.checkEvents(leaving);
      leaving.client.close();
      this.devices = this.devices.filter((device) => device !== leaving);
    }
    while (this.devices.length < DEVICES) await this.connect(who + this.devices.length, backend);
  }

  /** @throws Error if a device received an event that it must not receive */
  checkEvents(device: Device): void {
    this.eventOracle.check(device, (subject) => this.serverOf(subject));
  }

  closeHiddenChannels(): void {
    for (const { opened, userId } of this.devices) {
      for (const channelId of opened.keys()) {
        const server = this.serverByChannel.get(channelId);
        if (!server || !this.findChannel(channelId) || !this.model.canSee(userId, server))
          opened.delete(channelId);
      }
    }
    for (const server of this.model.servers.values()) {
      for (const userId of server.members.keys()) this.eventOracle.allow(userId, server.id);
    }
  }

  private async connect(who: number, backend: Backend): Promise<void> {
    const person = pick(this.people, who);
    if (!person) throw new Error('There is no member');
    const client = await this.two.connect(backend, person.sessionId);
    const lists = await ServerLists.load(person.id, client, {
      servers: async (): Promise<ServerView[]> => this.fetchList(backend, '/servers', person),
      channels: async (id): Promise<ChannelView[]> =>
        this.fetchList(backend, `/servers/${id}/channels`, person),
      members: async (id): Promise<MemberView[]> => this.fetchList(backend, `/servers/${id}/members`, person),
    });
    this.devices.push(new Device(person, client, lists, this.eventOracle.mentionCount(person.id)));
  }

  // Untyped: the backend under test already checks responses against the API document.
  private async fetchList(backend: Backend, path: string, { sessionId }: Person) {
    const { body } = await this.two
      .api(backend)
      .get(`/api${path}`)
      .set(...bearer(sessionId))
      .expect(200);
    return body;
  }

  /** Creates a public server and transfers it to the first member. Its former owner stays, but takes no actions. */
  private async createPublicServer(): Promise<void> {
    const { server, channel, owner: former } = await makeServer(this.two.stack.dataSource);
    this.addServer(
      { id: server.id, name: server.name, isPublic: true },
      { id: channel.id, name: channel.name },
      former.id,
    );
    const [owner] = this.people;
    const [publicServer] = this.model.servers.values();
    if (!owner || !publicServer) throw new Error('There is no member or server');
    await this.callApi(0, 'POST', `/servers/${publicServer.id}/join`, owner);
    await this.two.getProvider(0, ServersService).transferOwnership(former.id, publicServer.id, owner.id);
    this.model.join(owner.id, publicServer);
    this.model.transferOwnership(former.id, publicServer, owner.id);
    this.eventOracle.allow(owner.id, publicServer.id);
  }
}
