import { expect } from '@jest/globals';
import type { ModelChannel, ModelServer } from './reference-model.js';
import type { Backend, Person, ModelFixture } from './model-fixture.js';

const PAGE_SIZE = 50;

/** Compares responses of the backends with the model. */
export class ResponseChecker {
  constructor(private readonly fixture: ModelFixture) {}

  /** @param isAtRest whether presence has settled */
  async checkAll(isAtRest: boolean): Promise<void> {
    const { model, people } = this.fixture;
    const servers = [...model.servers.values()];
    await Promise.all(
      people.map(async (person, index) => {
        const backend = index % 2 === 0 ? 0 : 1;
        await this.checkServers(backend, person);
        for (const server of servers) {
          await this.checkChannels(backend, person, server);
          await this.checkMembers(backend, person, server, isAtRest);
        }
      }),
    );
    await Promise.all(
      servers.map(async (server, index) => {
        const reader = people.find(({ id }) => model.canSee(id, server));
        for (const channel of reader ? server.channels : []) {
          await this.checkHistory(index % 2 === 0 ? 0 : 1, reader!, server, channel);
        }
      }),
    );
  }

  async checkServers(backend: Backend, viewer: Person): Promise<void> {
    const { model } = this.fixture;
    const { status, body } = await this.fixture.callApi(backend, 'GET', '/servers', viewer);
    const servers = model.visibleTo(viewer.id).map((server) => {
      const unread = server.channels.map((channel) => model.getUnread(viewer.id, server, channel));
      const role = server.members.get(viewer.id);
      return expect.objectContaining({
        id: server.id,
        name: server.name,
        ownerId: [...server.members].find(([, memberRole]) => memberRole === 'owner')?.[0],
        memberCount: server.members.size,
        membership: role === undefined ? null : { role },
        isBanned: server.bans.has(viewer.id),
        unreadCount: unread.reduce((sum, { unreadCount }) => sum + unreadCount, 0),
        mentionCount: unread.reduce((sum, { mentionCount }) => sum + mentionCount, 0),
      });
    });
    expect({ status, body }).toEqual({ status: 200, body: servers.toReversed() });
  }

  async checkChannels(backend: Backend, viewer: Person, server: ModelServer): Promise<void> {
    const body = await this.fetchChecked(backend, `/servers/${server.id}/channels`, viewer, server);
    if (body === undefined) return;
    expect(body).toEqual(
      server.channels.map((channel) =>
        expect.objectContaining({
          id: channel.id,
          name: channel.name,
          isDefault: channel.isDefault,
          lastSeq: channel.messages.length,
          ...this.fixture.model.getUnread(viewer.id, server, channel),
        }),
      ),
    );
  }

  /** @param isAtRest whether presence has settled and is checked too */
  async checkMembers(
    backend: Backend,
    viewer: Person,
    server: ModelServer,
    isAtRest: boolean,
  ): Promise<void> {
    const body = await this.fetchChecked(backend, `/servers/${server.id}/members`, viewer, server);
    if (body === undefined) return;
    const online = this.fixture.onlineIds();
    expect(body).toEqual(
      [...server.members]
        .toReversed()
        .map(([userId, role]) =>
          expect.objectContaining({ userId, role, ...(isAtRest && { online: online.has(userId) }) }),
        ),
    );
  }

  async checkHistory(
    backend: Backend,
    viewer: Person,
    server: ModelServer,
    channel: ModelChannel,
  ): Promise<void> {
    const path = `/channels/${channel.id}/messages?limit=${PAGE_SIZE}`;
    const body = await this.fetchChecked(backend, path, viewer, server);
    if (body === undefined) return;
    expect(body).toEqual(
      channel.messages.slice(-PAGE_SIZE).map(({ id, seq, rev, authorId, content, isDeleted }) =>
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

  /** Checks the status. @returns the body, or undefined if the model expects an error */
  private async fetchChecked(
    backend: Backend,
    path: string,
    viewer: Person,
    server: ModelServer,
  ): Promise<unknown> {
    const { status, body } = await this.fixture.callApi(backend, 'GET', path, viewer);
    const expected = this.fixture.model.readerStatus(viewer.id, server);
    expect([path, status]).toEqual([path, expected]);
    return expected === 200 ? body : undefined;
  }
}
