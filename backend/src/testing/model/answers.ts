import { expect } from '@jest/globals';
import type { ModelChannel, ModelServer } from './dimensions-model.js';
import type { Backend, Person, Stage } from './stage.js';

const PAGE = 50;

/** Holds what the backends answer against the model. */
export class Answers {
  constructor(private readonly stage: Stage) {}

  /** All of it, as everyone sees it. @param isAtRest whether nothing has happened for some seconds */
  async all(isAtRest: boolean): Promise<void> {
    const { model, people } = this.stage;
    const servers = [...model.servers.values()];
    await Promise.all(
      people.map(async (person, index) => {
        const backend = index % 2 === 0 ? 0 : 1;
        await this.servers(backend, person);
        for (const server of servers) {
          await this.channels(backend, person, server);
          await this.members(backend, person, server, isAtRest);
        }
      }),
    );
    await Promise.all(
      servers.map(async (server, index) => {
        const reader = people.find(({ id }) => model.sees(id, server));
        for (const channel of reader ? server.channels : []) {
          await this.history(index % 2 === 0 ? 0 : 1, reader!, server, channel);
        }
      }),
    );
  }

  /** The servers that a member sees, with what is unread in them. */
  async servers(backend: Backend, viewer: Person): Promise<void> {
    const { model } = this.stage;
    const { status, body } = await this.stage.call(backend, 'GET', '/servers', viewer);
    const servers = model.visibleTo(viewer.id).map((server) => {
      const unread = server.channels.map((channel) => model.unread(viewer.id, server, channel));
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

  /** A server's channels, with what is unread in them. */
  async channels(backend: Backend, viewer: Person, server: ModelServer): Promise<void> {
    const body = await this.read(backend, `/servers/${server.id}/channels`, viewer, server);
    if (body === undefined) return;
    expect(body).toEqual(
      server.channels.map((channel) =>
        expect.objectContaining({
          id: channel.id,
          name: channel.name,
          isDefault: channel.isDefault,
          lastSeq: channel.messages.length,
          ...this.stage.model.unread(viewer.id, server, channel),
        }),
      ),
    );
  }

  /** A server's members. @param isAtRest whether all who are online are known to be, and nobody else */
  async members(backend: Backend, viewer: Person, server: ModelServer, isAtRest: boolean): Promise<void> {
    const body = await this.read(backend, `/servers/${server.id}/members`, viewer, server);
    if (body === undefined) return;
    const online = this.stage.online();
    expect(body).toEqual(
      [...server.members]
        .toReversed()
        .map(([userId, role]) =>
          expect.objectContaining({ userId, role, ...(isAtRest && { online: online.has(userId) }) }),
        ),
    );
  }

  /** The newest messages of a channel. */
  async history(backend: Backend, viewer: Person, server: ModelServer, channel: ModelChannel): Promise<void> {
    const path = `/channels/${channel.id}/messages?limit=${PAGE}`;
    const body = await this.read(backend, path, viewer, server);
    if (body === undefined) return;
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

  /** @returns what is answered; undefined where it is rightly refused */
  private async read(backend: Backend, path: string, viewer: Person, server: ModelServer): Promise<unknown> {
    const { status, body } = await this.stage.call(backend, 'GET', path, viewer);
    const seen = this.stage.model.asReader(viewer.id, server);
    expect([path, status]).toEqual([path, seen]);
    return seen === 200 ? body : undefined;
  }
}
