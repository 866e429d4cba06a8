import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ConstellationChange,
  LINKS_KEPT,
  type ServerEvent,
  type ServerPayload,
} from '@oniverse/contracts';
import { OUTBOX_TOPICS, OutboxRow } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import { TestStack } from '@oniverse/testing';
import { expectedSky, storedSky } from '../testing/expected-links.js';
import { AskOthers } from './ask-others.js';
import { ConstellationRepository } from './constellation.repository.js';
import { ConstellationService } from './constellation.service.js';
import { DeriveMember } from './derive-member.js';
import { SettleMember } from './settle-member.js';
import { SpreadToOthers } from './spread-to-others.js';

/** The first of all, then those who share one tag, then those who share two: each more than anyone keeps links with. */
const WITH_ONE = 55;
const WITH_TWO = 55;

/** The pairs of which it was told that their link is gone. */
class Removals extends LivePublisher {
  readonly removed: string[] = [];

  override publish<E extends ServerEvent>(event: E, _room: string, payload: ServerPayload<E>): void {
    if (isChange(event, payload)) this.removed.push(...payload.removed.pairs.map((pair) => pair.join(' ')));
  }

  override enter(): void {}
  override leave(): void {}
  override endSession(): void {}
}

const isChange = (event: ServerEvent, _payload: unknown): _payload is ConstellationChange =>
  event === 'constellation:changed';

describe('a member of early id, whom more others share a tag with than anyone keeps links with', () => {
  const live = new Removals();
  let stack: TestStack;
  let derive: DeriveMember;
  let settle: SettleMember;
  let spread: SpreadToOthers;
  let ask: AskOthers;
  let first: string;
  let withOne: string[];
  let withTwo: string[];

  beforeAll(async () => {
    stack = await TestStack.start();
    const service = new ConstellationService(stack.dataSource, new ConstellationRepository(), live);
    derive = new DeriveMember(service);
    settle = new SettleMember(service);
    spread = new SpreadToOthers(service);
    ask = new AskOthers(service);
    const rows: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO users (username, email, password) SELECT 'm' || n, 'm' || n || '@example.org', '!'
         FROM generate_series(0, $1::integer) AS n RETURNING id`,
      [WITH_ONE + WITH_TWO],
    );
    const ids = rows.map(({ id }) => id).toSorted();
    first = ids[0] ?? '';
    withOne = ids.slice(1, 1 + WITH_ONE);
    withTwo = ids.slice(1 + WITH_ONE);
    for (const id of withOne) await show(id, '#comet');
    for (const id of withTwo) await show(id, '#comet #nova');
  });

  afterAll(async () => {
    await stack.stop();
  });

  const left = (): Promise<OutboxRow[]> =>
    stack.dataSource.getRepository(OutboxRow).find({ order: { subject: 'ASC' } });

  const show = async (id: string, text: string): Promise<void> => {
    await stack.dataSource.query('UPDATE users SET profile_markdown = $2 WHERE id = $1', [id, text]);
    await stack.dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.memberTags,
      id,
    ]);
    await derive.run(id);
  };

  const settleAll = async (): Promise<void> => {
    for (let rows = await left(); rows.length > 0; rows = await left()) {
      for (const { topic, subject } of rows) {
        if (topic === OUTBOX_TOPICS.othersLinks) await spread.run(subject);
        if (topic === OUTBOX_TOPICS.othersAsked) await ask.run(subject);
        if (topic === OUTBOX_TOPICS.memberLinks) await settle.run(subject);
      }
    }
  };

  const linkedWithFirst = async (): Promise<string[]> =>
    (await storedSky(stack.dataSource)).links.filter(({ from }) => from === first).map(({ to }) => to);

  it('LIV-012 leaves it to one job who of them comes to keep a link, each of whom gets one', async () => {
    await show(first, '');
    await settleAll();
    expect(await storedSky(stack.dataSource)).toEqual(await expectedSky(stack.dataSource));

    await show(first, '#comet');
    const rows = await left();
    expect(rows).toMatchObject([{ topic: OUTBOX_TOPICS.othersAsked, subject: first }]);
    expect(rows[0]?.subjects?.toSorted()).toEqual([...withOne, ...withTwo]);

    await Promise.all([ask.run(first), ask.run(first)]);
    // The others share two tags with as many as they keep links with.
    expect((await left()).map(({ topic, subject }) => [topic, subject])).toEqual(
      withOne.map((id) => [OUTBOX_TOPICS.memberLinks, id]),
    );
    await settleAll();
    expect(await linkedWithFirst()).toEqual(withOne);
    expect(await storedSky(stack.dataSource)).toEqual(await expectedSky(stack.dataSource));
  });

  it('LIV-012 leaves links that others alone keep to these when they are for no tag any more', async () => {
    await show(first, '#comet');
    await settleAll();
    const sky = await storedSky(stack.dataSource);
    const keptByOthers = sky.links
      .filter((link) => link.from === first && !link.keptByFrom)
      .map(({ to }) => to);
    expect(keptByOthers).toHaveLength(WITH_ONE - LINKS_KEPT);
    live.removed.length = 0;

    await show(first, '');
    expect(await linkedWithFirst()).toEqual(keptByOthers);
    await settleAll();
    expect(await linkedWithFirst()).toEqual([]);
    expect(await storedSky(stack.dataSource)).toEqual(await expectedSky(stack.dataSource));
    // Each that is gone was told once, and by whoever took it away.
    expect(live.removed.toSorted()).toEqual(withOne.map((id) => `${first} ${id}`));
  });
});
