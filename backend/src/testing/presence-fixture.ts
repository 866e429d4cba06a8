import type { User } from '@oniverse/data';
import { LiveClient, makeMember, type TestStack } from '@oniverse/testing';
import { BackendUnderTest } from './backend-under-test.js';

/** Two backends on one stack, and clients that receive presence. */
export class PresenceFixture {
  private readonly clients: LiveClient[] = [];

  private constructor(
    private readonly stack: TestStack,
    readonly backends: readonly [BackendUnderTest, BackendUnderTest],
  ) {}

  static async start(stack: TestStack): Promise<PresenceFixture> {
    return new PresenceFixture(stack, [
      await BackendUnderTest.start(stack.config()),
      await BackendUnderTest.start(stack.config()),
    ]);
  }

  async connect(url: string, sessionId: string): Promise<LiveClient> {
    const client = await LiveClient.connect(url, { sessionId });
    this.clients.push(client);
    return client;
  }

  makeMembers(count: number): Promise<Awaited<ReturnType<typeof makeMember>>[]> {
    return Promise.all(Array.from({ length: count }, () => makeMember(this.stack.dataSource)));
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    await Promise.all(this.backends.map((backend) => backend.stop()));
    await this.stack.stop();
  }
}

/** Returns the sorted ids of the online members of a server, or the answer that refuses them. */
export async function listOnline(client: LiveClient, serverId: string): Promise<unknown> {
  const answer = await client.request('presence:list', { serverId });
  return Array.isArray(answer['online']) ? answer['online'].map(String).toSorted() : answer;
}

/** Returns the latest state of a member that a client received. */
export function lastStateOf(
  client: LiveClient,
  serverId: string,
  user: User,
): 'online' | 'offline' | undefined {
  let state: 'online' | 'offline' | undefined;
  for (const presence of client.payloads('presence')) {
    if (presence.serverId !== serverId) continue;
    if (presence.online.includes(user.id)) state = 'online';
    if (presence.offline.includes(user.id)) state = 'offline';
  }
  return state;
}
