import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS } from '@oniverse/data';
import { makeMember, TestStack, waitUntil } from '@oniverse/testing';
import type { EntityManager } from 'typeorm';
import { storedConstellation } from '../testing/constellation-state.js';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { ConstellationRepository } from './constellation.repository.js';
import { ConstellationService } from './constellation.service.js';
import { DeriveMember } from './derive-member.js';
import { RecomputeLinks } from './recompute-links.js';

/** One that takes its time between a commit and what is told of it. */
class HesitatingRepository extends ConstellationRepository {
  hesitates = false;
  private goOn: () => void = () => undefined;
  private reached: () => void = () => undefined;
  /** Until a change is committed, and nothing is told of it yet. */
  readonly committed = new Promise<void>((resolve) => {
    this.reached = resolve;
  });

  override async publicNow(manager: EntityManager, userIds: readonly string[]): Promise<string[]> {
    const ids = await super.publicNow(manager, userIds);
    if (this.hesitates) {
      this.hesitates = false;
      this.reached();
      await new Promise<void>((resolve) => {
        this.goOn = resolve;
      });
    }
    return ids;
  }

  tell(): void {
    this.goOn();
  }
}

describe('two changes of one link', () => {
  const live = new RecordingPublisher();
  const repository = new HesitatingRepository();
  let stack: TestStack;
  let derive: DeriveMember;
  let settle: RecomputeLinks;

  beforeAll(async () => {
    stack = await TestStack.start();
    const service = new ConstellationService(stack.dataSource, repository, live);
    derive = new DeriveMember(service);
    settle = new RecomputeLinks(service);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const show = async (id: string, text: string): Promise<void> => {
    await stack.dataSource.query('UPDATE users SET profile_markdown = $2 WHERE id = $1', [id, text]);
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.deriveMember,
      id,
    ]);
    await derive.run(id);
  };

  it('LIV-012 are told in the order in which they were made', async () => {
    const [{ user: one }, { user: other }] = [
      await makeMember(stack.dataSource),
      await makeMember(stack.dataSource),
    ];
    const pair = [one.id, other.id].toSorted();
    await show(one.id, '#moon #star');
    await show(other.id, '#moon');
    // Both keep the link, so that either of them takes it away.
    await settle.run(one.id);
    live.published.length = 0;

    repository.hesitates = true;
    const linking = show(other.id, '#moon #star');
    await repository.committed;
    expect((await storedConstellation(stack.dataSource)).links).toMatchObject([
      { sharedTags: ['moon', 'star'] },
    ]);
    const parting = show(one.id, '');
    await waitUntil('the second change to wait for the first to be told', async () => {
      const waiting: unknown[] = await stack.dataSource.query(
        `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return waiting.length > 0;
    });
    expect(live.published).toEqual([]);
    repository.tell();
    await Promise.all([linking, parting]);

    expect((await storedConstellation(stack.dataSource)).links).toEqual([]);
    const changes = live.published.filter(({ event }) => event === 'constellation:changed');
    expect(changes.map(({ payload }) => payload)).toMatchObject([
      { connections: [{ fromUserId: pair[0], toUserId: pair[1], sharedTags: ['moon', 'star'] }] },
      { connections: [], removed: { pairs: [pair] } },
    ]);
  });
});
