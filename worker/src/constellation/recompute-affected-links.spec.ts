import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { TestStack } from '@oniverse/testing';
import { RecordingPublisher } from '../testing/recording-publisher.js';
import { ConstellationRepository } from './constellation.repository.js';
import { ConstellationService } from './constellation.service.js';
import { DeriveMember } from './derive-member.js';
import { RecomputeLinks } from './recompute-links.js';
import { RecomputeAffectedLinks } from './recompute-affected-links.js';

/** Enough that a change of one of them is left to the others as one row. */
const MEMBERS = 30;

describe('a change that concerns many others', () => {
  let stack: TestStack;
  let derive: DeriveMember;
  let settle: RecomputeLinks;
  let spread: RecomputeAffectedLinks;
  let ids: string[];

  beforeAll(async () => {
    stack = await TestStack.start();
    const service = new ConstellationService(
      stack.dataSource,
      new ConstellationRepository(),
      new RecordingPublisher(),
    );
    derive = new DeriveMember(service);
    settle = new RecomputeLinks(service);
    spread = new RecomputeAffectedLinks(service);
    const rows: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO users (username, email, password, profile_markdown)
       SELECT 'm' || n, 'm' || n || '@example.org', '!', '#comet' FROM generate_series(1, $1::integer) AS n
       RETURNING id`,
      [MEMBERS],
    );
    ids = rows.map(({ id }) => id).toSorted();
    for (const id of ids) await change(id);
    for (const { topic, subject } of await left()) {
      if (topic === OUTBOX_TOPICS.recomputeAffectedLinks) await spread.run(subject);
    }
    for (const { subject } of await left()) await settle.run(subject);
    expect(await left()).toEqual([]);
  });

  afterAll(async () => {
    await stack.stop();
  });

  const left = (): Promise<OutboxRow[]> =>
    stack.dataSource.getRepository(OutboxRow).find({ order: { subject: 'ASC' } });

  const change = async (id: string): Promise<void> => {
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.deriveMember,
      id,
    ]);
    await derive.run(id);
  };

  it('LIV-012 leaves them one row, of which a job makes one for each, once', async () => {
    const [first = '', ...others] = ids;
    await stack.dataSource.query(`UPDATE users SET profile_markdown = '' WHERE id = $1`, [first]);
    await change(first);
    expect(await left()).toMatchObject([{ topic: OUTBOX_TOPICS.recomputeAffectedLinks, subject: first }]);
    expect((await left())[0]?.subjects?.toSorted()).toEqual(others);

    await Promise.all([spread.run(first), spread.run(first)]);
    const rows = await left();
    expect(rows.map(({ subject }) => subject)).toEqual(others);
    expect(new Set(rows.map(({ topic }) => topic))).toEqual(new Set([OUTBOX_TOPICS.recomputeLinks]));
  });
});
