import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConstellationChange, ServerEvent, ServerPayload } from '@oniverse/contracts';
import { enqueueOutbox, formatRebuildPosition, LINKS_KEPT, OUTBOX_TOPICS, startOf } from '@oniverse/data';
import { LivePublisher } from '@oniverse/platform';
import type { JobHandler } from '@oniverse/platform/worker';
import { TestStack } from '@oniverse/testing';
import {
  constellationHandlers,
  enqueueMember,
  listOutbox,
  runOutbox,
} from '../../testing/constellation-handlers.js';
import { expectedConstellation, storedConstellation } from '../../testing/constellation-state.js';

/** More members than a member keeps links with. */
const MANY = LINKS_KEPT + 5;

/** Records the pairs of published link removals. */
class RemovalRecorder extends LivePublisher {
  readonly removed: string[] = [];

  override publish<E extends ServerEvent>(event: E, _room: string, payload: ServerPayload<E>): void {
    if (isChange(event, payload)) this.removed.push(...payload.removed.pairs.map((pair) => pair.join(' ')));
  }

  override publishHint(): void {}
  override joinRooms(): void {}
  override leaveRooms(): void {}
  override publishLast(): void {}
}

const isChange = (event: ServerEvent, _payload: unknown): _payload is ConstellationChange =>
  event === 'constellation:changed';

const repeated = (text: string): string[] => Array.from({ length: MANY }, () => text);

describe('a tag of more members than a member keeps links with', () => {
  let live: RemovalRecorder;
  let stack: TestStack;
  let handlers: ReadonlyMap<string, JobHandler>;

  beforeEach(async () => {
    live = new RemovalRecorder();
    stack = await TestStack.start();
    handlers = constellationHandlers(stack.dataSource, live);
  });

  afterEach(async () => {
    await stack.stop();
  });

  const expectCorrectConstellation = async (): Promise<void> => {
    await runOutbox(stack.dataSource, handlers);
    expect(await storedConstellation(stack.dataSource)).toEqual(
      await expectedConstellation(stack.dataSource),
    );
  };

  /** Creates members with these texts. @returns their ids, ascending */
  const createMembers = async (texts: readonly string[]): Promise<string[]> => {
    const rows: { id: string }[] = await stack.dataSource.query(
      `INSERT INTO users (username, email, password) SELECT 'm' || n, 'm' || n || '@example.org', '!'
         FROM generate_series(1, $1::integer) AS n RETURNING id`,
      [texts.length],
    );
    const ids = rows.map(({ id }) => id).toSorted();
    await stack.dataSource.query(
      `UPDATE users SET profile_markdown = text FROM unnest($1::uuid[], $2::text[]) AS given (user_id, text)
        WHERE id = user_id`,
      [ids, texts],
    );
    // One rebuild instead of a change of each member, which would recompute the others every time.
    await enqueueOutbox(stack.dataSource.manager, [
      { topic: OUTBOX_TOPICS.rebuildConstellation, subject: formatRebuildPosition(startOf('tags')) },
    ]);
    await expectCorrectConstellation();
    live.removed.length = 0;
    return ids;
  };

  const changeText = async (id: string, text: string): Promise<void> => {
    await stack.dataSource.query('UPDATE users SET profile_markdown = $2 WHERE id = $1', [id, text]);
    await enqueueMember(stack.dataSource, id);
    await handlers.get(OUTBOX_TOPICS.deriveMember)?.run(id);
  };

  /** Runs the job twice at once, as a restarted worker may. */
  const updateNeighboursOf = async (id: string): Promise<void> => {
    const job = handlers.get(OUTBOX_TOPICS.updateNeighbours);
    await Promise.all([job?.run(id), job?.run(id)]);
  };

  const linkedWith = async (id: string): Promise<string[]> =>
    (await storedConstellation(stack.dataSource)).links.filter(({ from }) => from === id).map(({ to }) => to);

  it('LIV-012 enqueues only the neighbours who come to keep a link with a member of early id', async () => {
    const [first = '', ...others] = await createMembers([
      '',
      ...repeated('#comet'),
      ...repeated('#comet #nova'),
    ]);
    const withOne = others.slice(0, MANY);
    await changeText(first, '#comet');
    const rows = await listOutbox(stack.dataSource);
    expect(rows).toMatchObject([{ topic: OUTBOX_TOPICS.updateNeighbours, subject: first }]);
    expect(rows[0]?.subjects).toHaveLength(1);

    await updateNeighboursOf(first);
    // The other neighbours share two tags with as many members as they keep links with.
    expect((await listOutbox(stack.dataSource)).map(({ topic, subject }) => [topic, subject])).toEqual(
      withOne.map((id) => [OUTBOX_TOPICS.recomputeLinks, id]),
    );
    await expectCorrectConstellation();
    expect(await linkedWith(first)).toEqual(withOne);
  });

  it('LIV-012 enqueues no neighbour who keeps the same links', async () => {
    const ids = await createMembers([...repeated('#comet'), '']);
    const last = ids.at(-1) ?? '';
    await changeText(last, '#comet');
    await updateNeighboursOf(last);
    expect(await listOutbox(stack.dataSource)).toEqual([]);
    await expectCorrectConstellation();
  });

  it('LIV-012 deletes links that only neighbours keep with one job, and publishes that once', async () => {
    const [first = '', ...others] = await createMembers([
      '#comet',
      ...repeated('#comet'),
      ...repeated('#comet'),
    ]);
    await changeText(first, '');
    const [sharing = ''] = others.slice(-1);
    await changeText(first, '#moon');
    await changeText(sharing, '#comet #moon');
    await updateNeighboursOf(first);
    expect(await linkedWith(first)).toEqual([sharing]);
    const published = (): string[] => live.removed.filter((pair) => pair.startsWith(first)).toSorted();
    const gone = others.slice(0, -1).map((id) => `${first} ${id}`);
    expect(published()).toEqual(gone);
    await expectCorrectConstellation();
    expect(published()).toEqual(gone);
  });

  it('GAP-043 updates a member whose tags change while an account is erased', async () => {
    const [member = '', gone = ''] = await createMembers(repeated('#comet'));
    await stack.dataSource.query('DELETE FROM users WHERE id = $1', [gone]);
    await changeText(member, '#comet #alone');
    await enqueueMember(stack.dataSource, gone);
    await expectCorrectConstellation();
  });

  it('GAP-115 links a late member to members of early id who share as much', async () => {
    const texts = repeated('').flatMap(() => ['#bay', '#ash']);
    const ids = await createMembers([...texts, '#ash']);
    await changeText(ids.at(-1) ?? '', '#ash #bay');
    await expectCorrectConstellation();
  });

  it('LIV-013 recomputes each member of a batch that the previous release enqueued, once', async () => {
    const [first = '', ...others] = await createMembers(['#comet', '#comet', '#comet']);
    await stack.dataSource.query('DELETE FROM connections');
    await stack.dataSource.query('INSERT INTO outbox (topic, subject, subjects) VALUES ($1, $2, $3)', [
      OUTBOX_TOPICS.recomputeAffectedLinks,
      first,
      others,
    ]);
    const job = handlers.get(OUTBOX_TOPICS.recomputeAffectedLinks);
    await Promise.all([job?.run(first), job?.run(first)]);
    expect((await listOutbox(stack.dataSource)).map(({ topic, subject }) => [topic, subject])).toEqual(
      others.map((id) => [OUTBOX_TOPICS.recomputeLinks, id]),
    );
    await runOutbox(stack.dataSource, handlers);
    expect(await linkedWith(first)).toEqual(others);
  });
});
