import { afterEach, describe, expect, it } from '@jest/globals';
import type { ConstellationChange, ServerEvent, ServerPayload } from '@oniverse/contracts';
import { OUTBOX_TOPICS, OutboxRow, LINKS_KEPT } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { TestStack } from '@oniverse/testing';
import { expectedConstellation, storedConstellation } from '../testing/constellation-state.js';
import { FindNewKeepers } from './find-new-keepers.js';
import { ConstellationRepository } from './constellation.repository.js';
import { ConstellationService } from './constellation.service.js';
import { DeriveMember } from './derive-member.js';
import { RecomputeLinks } from './recompute-links.js';
import { RecomputeAffectedLinks } from './recompute-affected-links.js';

/** More than anyone keeps links with. */
const MANY = LINKS_KEPT + 5;

/** The pairs of which it was told that their link is gone. */
class Removals extends LivePublisher {
  readonly removed: string[] = [];

  override publish<E extends ServerEvent>(event: E, _room: string, payload: ServerPayload<E>): void {
    if (isChange(event, payload)) this.removed.push(...payload.removed.pairs.map((pair) => pair.join(' ')));
  }

  override joinRooms(): void {}
  override leaveRooms(): void {}
  override publishLast(): void {}
}

const isChange = (event: ServerEvent, _payload: unknown): _payload is ConstellationChange =>
  event === 'constellation:changed';

describe('a tag that more members show than anyone keeps links with', () => {
  const live = new Removals();
  let stack: TestStack;
  let handlers: Record<string, JobHandler>;

  afterEach(async () => {
    await stack.stop();
  });

  /** @param texts of members, by their ids @returns the ids, ascending */
  const begin = async (texts: readonly string[]): Promise<string[]> => {
    stack = await TestStack.start();
    const service = new ConstellationService(stack.dataSource, new ConstellationRepository(), live);
    handlers = {
      [OUTBOX_TOPICS.deriveMember]: new DeriveMember(service),
      [OUTBOX_TOPICS.recomputeLinks]: new RecomputeLinks(service),
      [OUTBOX_TOPICS.recomputeAffectedLinks]: new RecomputeAffectedLinks(service),
      [OUTBOX_TOPICS.findNewKeepers]: new FindNewKeepers(service),
    };
    const rows: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO users (username, email, password) SELECT 'm' || n, 'm' || n || '@example.org', '!'
         FROM generate_series(1, $1::integer) AS n RETURNING id`,
      [texts.length],
    );
    const ids = rows.map(({ id }) => id).toSorted();
    for (const [place, id] of ids.entries()) await show(id, texts[place] ?? '');
    await settleAll();
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
    live.removed.length = 0;
    return ids;
  };

  const left = (): Promise<OutboxRow[]> =>
    stack.dataSource.getRepository(OutboxRow).find({ order: { subject: 'ASC' } });

  const leave = (subject: string): Promise<unknown> =>
    stack.dataSource.query('INSERT INTO outbox (topic, subject) VALUES ($1, $2)', [
      OUTBOX_TOPICS.deriveMember,
      subject,
    ]);

  const show = async (id: string, text: string): Promise<void> => {
    await stack.dataSource.query('UPDATE users SET profile_markdown = $2 WHERE id = $1', [id, text]);
    await leave(id);
    await handlers[OUTBOX_TOPICS.deriveMember]?.run(id);
  };

  const settleAll = async (): Promise<void> => {
    for (let rows = await left(); rows.length > 0; rows = await left()) {
      for (const { topic, subject } of rows) await handlers[topic]?.run(subject);
    }
  };

  const linkedWith = async (id: string): Promise<string[]> =>
    (await storedConstellation(stack.dataSource)).links.filter(({ from }) => from === id).map(({ to }) => to);

  const repeated = (text: string): string[] => Array.from({ length: MANY }, () => text);

  it('LIV-012 has one job find out who of the others comes to keep a link with a member of early id', async () => {
    const [first = '', ...others] = await begin(['', ...repeated('#comet'), ...repeated('#comet #nova')]);
    const withOne = others.slice(0, MANY);
    await show(first, '#comet');
    const rows = await left();
    expect(rows).toMatchObject([{ topic: OUTBOX_TOPICS.findNewKeepers, subject: first }]);
    expect(rows[0]?.subjects?.toSorted()).toEqual(others);

    const ask = handlers[OUTBOX_TOPICS.findNewKeepers];
    await Promise.all([ask?.run(first), ask?.run(first)]);
    // The rest share two tags with as many as they keep links with.
    expect((await left()).map(({ topic, subject }) => [topic, subject])).toEqual(
      withOne.map((id) => [OUTBOX_TOPICS.recomputeLinks, id]),
    );
    await settleAll();
    expect(await linkedWith(first)).toEqual(withOne);
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  });

  it('LIV-012 links that others alone keep, for no tag any more, go with one job, which tells it', async () => {
    const [first = '', ...others] = await begin(['#comet', ...repeated('#comet'), ...repeated('#comet')]);
    await show(first, '');
    expect(await linkedWith(first)).toEqual(others.slice(LINKS_KEPT));
    const [sharing = ''] = others.slice(-1);
    await show(first, '#moon');
    await show(sharing, '#comet #moon');
    const spread = handlers[OUTBOX_TOPICS.recomputeAffectedLinks];
    await Promise.all([spread?.run(first), spread?.run(first)]);
    expect(await linkedWith(first)).toEqual([sharing]);
    const toldOf = (): string[] =>
      live.removed.filter((pair) => pair.startsWith(first)).toSorted((one, other) => (one < other ? -1 : 1));
    const gone = others.slice(0, -1).map((id) => `${first} ${id}`);
    expect(toldOf()).toEqual(gone);
    await settleAll();
    expect(toldOf()).toEqual(gone);
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  });

  it('GAP-043 leaves nobody out who changes tags while an account goes', async () => {
    const [member = '', gone = ''] = await begin(repeated('#comet'));
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [gone]);
    await show(member, '#comet #alone');
    await leave(gone);
    await settleAll();
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  });

  it('GAP-115 leads to those of early id, when a member shows it who shares as much with others', async () => {
    const texts = [...repeated('#ash'), ...repeated('#ash')].map((text, place) =>
      place % 2 ? text : '#bay',
    );
    const ids = await begin([...texts, '#ash']);
    const last = ids.at(-1) ?? '';
    await show(last, '#ash #bay');
    await settleAll();
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  });
});
