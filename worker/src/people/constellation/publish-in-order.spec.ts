import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROOMS } from '@oniverse/contracts';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { makeMember, TestStack, waitUntil } from '@oniverse/testing';
import type { EntityManager } from 'typeorm';
import type { JobHandler } from '@oniverse/platform/worker';
import { constellationHandlers, enqueueMember, runOutbox } from '../../testing/constellation-handlers.js';
import { storedConstellation } from '../../testing/constellation-state.js';
import { RecordingPublisher } from '../../testing/recording-publisher.js';
import { ConstellationRepository } from './constellation.repository.js';

/** Pauses between a commit and the publishing of the change. */
class PausingRepository extends ConstellationRepository {
  isPausing = false;
  private continue: () => void = () => undefined;
  private reached: () => void = () => undefined;
  /** Resolves when a change is committed and not published yet. */
  readonly committed = new Promise<void>((resolve) => {
    this.reached = resolve;
  });

  override async listPublic(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const ids = await super.listPublic(manager, userIds);
    if (this.isPausing) {
      this.isPausing = false;
      this.reached();
      await new Promise<void>((resolve) => {
        this.continue = resolve;
      });
    }
    return ids;
  }

  resume(): void {
    this.continue();
  }
}

describe('changes of a link', () => {
  const live = new RecordingPublisher();
  const repository = new PausingRepository();
  let stack: TestStack;
  let handlers: ReadonlyMap<string, JobHandler>;

  beforeAll(async () => {
    stack = await TestStack.start();
    handlers = constellationHandlers(stack.dataSource, live, repository);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const changeText = async (id: string, text: string): Promise<void> => {
    await stack.dataSource.query('UPDATE users SET profile_markdown = $2 WHERE id = $1', [id, text]);
    await enqueueMember(stack.dataSource, id);
    await handlers.get(OUTBOX_TOPICS.deriveMember)?.run(id);
  };

  it('LIV-012 are published in the order of their commits', async () => {
    const [{ user: one }, { user: other }] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    const pair = [one.id, other.id].toSorted();
    await changeText(one.id, '#moon #star');
    await changeText(other.id, '#moon');
    await runOutbox(stack.dataSource, handlers);
    live.published.length = 0;

    repository.isPausing = true;
    const linking = changeText(other.id, '#moon #star');
    await repository.committed;
    expect((await storedConstellation(stack.dataSource)).links).toMatchObject([
      { sharedTags: ['moon', 'star'] },
    ]);
    const parting = changeText(one.id, '');
    await waitUntil('the second change to wait until the first is published', async () => {
      const waiting: unknown[] = await stack.dataSource.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return waiting.length > 0;
    });
    expect(live.published).toEqual([]);
    repository.resume();
    await Promise.all([linking, parting]);
    await runOutbox(stack.dataSource, handlers);

    expect((await storedConstellation(stack.dataSource)).links).toEqual([]);
    const changes = live.published.filter(({ event }) => event === 'constellation:changed');
    expect(changes.map(({ payload }) => payload)).toMatchObject([
      { connections: [{ fromUserId: pair[0], toUserId: pair[1], sharedTags: ['moon', 'star'] }] },
      { connections: [], removed: { pairs: [pair] } },
    ]);
  });

  it('SAF-025 are not published to members across a block from one of its ends', async () => {
    const [{ user: one }, { user: other }, { user: blocked }] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    await stack.dataSource.query(
      'INSERT INTO blocks (member_id, other_id, is_own) VALUES ($1, $2, true), ($2, $1, false)',
      [other.id, blocked.id],
    );
    live.published.length = 0;
    for (const { id } of [one, other]) await changeText(id, '#comet #tail');
    await runOutbox(stack.dataSource, handlers);
    const changes = live.published.filter(({ event }) => event === 'constellation:changed');
    const ofOther = changes.filter(({ payload }) => JSON.stringify(payload).includes(other.id));
    expect(ofOther.length).toBeGreaterThan(0);
    for (const { except } of ofOther) expect(except).toEqual([ROOMS.user(blocked.id)]);
    const ofOne = changes.filter((change) => !ofOther.includes(change));
    expect(ofOne.length).toBeGreaterThan(0);
    for (const { except } of ofOne) expect(except).toBeUndefined();
  });
});
