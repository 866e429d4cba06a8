import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { CONSTELLATION_HISTORY, type ConstellationHistory } from '@oniverse/contracts';
import { ageWeeks, NEWEST_WEEK, packLinkWeeks, User, visitLinkWeeks } from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { ConstellationService } from './constellation.service.js';
import { WeeksOfLinks } from './weeks-of-links.js';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the history of the constellation', () => {
  let stack: TestStack;
  let backend: BackendUnderTest;

  beforeAll(async () => {
    stack = await TestStack.start();
    backend = await BackendUnderTest.start(stack.config());
  });

  afterAll(async () => {
    await backend.stop();
    await stack.stop();
  });

  const show = (sessionId: string, query: Record<string, string> = {}) =>
    backend.api
      .get('/api/constellation/history')
      .query(query)
      .set(...bearer(sessionId));
  const show200 = async (sessionId: string, query: Record<string, string> = {}) => {
    const body: ConstellationHistory = (await show(sessionId, query).expect(200)).body;
    return body;
  };
  const makeMembers = async (count: number) => {
    const made = [];
    for (let index = 0; index < count; index += 1) made.push(await makeMember(stack.dataSource));
    return Promise.all(
      made.map(async ({ user, sessionId }) =>
        Object.assign(await stack.dataSource.getRepository(User).findOneByOrFail({ id: user.id }), {
          sessionId,
        }),
      ),
    );
  };
  /** Stores that a link stood in the week of a time, in a row of its first end. */
  const storeWeek = async (first: User, other: User, at: Date) => {
    const links = packLinkWeeks(new Map([[other.nodeNumber, NEWEST_WEEK]]));
    await stack.dataSource.query(
      `INSERT INTO link_weeks (user_id, newest_week, links)
       VALUES ($1, date_trunc('week', $2::timestamptz AT TIME ZONE 'UTC')::date, $3)`,
      [first.id, at, links],
    );
  };
  const linkNow = (first: User, other: User, at: Date) =>
    stack.dataSource.query(
      `INSERT INTO connections (from_user_id, to_user_id, shared_tags, created_at) VALUES ($1, $2, '{moon}', $3)`,
      [...[first.id, other.id].toSorted(), at],
    );
  /** Returns the weeks in which the two were linked, as first and last ones. */
  const runsBetween = ({ users, links }: ConstellationHistory, a: User, b: User): number[] | undefined => {
    const ends = [users.indexOf(a.id), users.indexOf(b.id)].toSorted((x, y) => x - y);
    return links.find(([left, right]) => left === ends[0] && right === ends[1])?.slice(2);
  };
  const weeksAgo = (weeks: number): Date => new Date(Date.now() - weeks * 7 * DAY_MS);

  it('NXT-123 returns the weeks of links that ended, and of present ones since they formed', async () => {
    const [vesper, otto, juno] = await makeMembers(3);
    if (!vesper || !otto || !juno) throw new Error('Too few members.');
    await storeWeek(otto, juno, weeksAgo(20));
    const formed = weeksAgo(3);
    await linkNow(vesper, otto, formed);
    const history = await show200(vesper.sessionId);
    expect(history).toMatchObject({
      weeks: 53,
      from: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      own: [{ userId: otto.id, formedAt: formed.toISOString() }],
    });
    expect(new Date(history.from).getUTCDay()).toBe(1);
    expect(runsBetween(history, otto, juno)).toEqual([32, 32]);
    expect(runsBetween(history, vesper, otto)).toEqual([49, 52]);
    expect(runsBetween(history, vesper, juno)).toBeUndefined();
    const short = await show200(vesper.sessionId, { weeks: '4' });
    expect(runsBetween(short, otto, juno)).toBeUndefined();
    expect(runsBetween(short, vesper, otto)).toEqual([0, 3]);
    expect((await show200(juno.sessionId)).own).toEqual([]);
  });

  it('NXT-123 NXT-126 the past of a private or erased member disappears at once, for the member too', async () => {
    const [vesper, otto, juno] = await makeMembers(3);
    if (!vesper || !otto || !juno) throw new Error('Too few members.');
    for (const [a, b] of [
      [vesper, otto],
      [otto, juno],
    ] as const) {
      await storeWeek(a, b, weeksAgo(10));
    }
    await linkNow(vesper, juno, weeksAgo(2));
    const before = await show200(vesper.sessionId);
    expect(runsBetween(before, otto, juno)).toEqual([42, 42]);
    const users = stack.dataSource.getRepository(User);
    await users.update({ id: otto.id }, { isPublic: false });
    const hidden = await show200(vesper.sessionId);
    expect(JSON.stringify(hidden)).not.toContain(otto.id);
    expect(runsBetween(hidden, vesper, juno)).toEqual([50, 52]);
    const own = await show200(otto.sessionId);
    expect(own.users).not.toContain(otto.id);
    expect(own.own).toEqual([]);
    await users.update({ id: otto.id }, { isPublic: true });
    expect(runsBetween(await show200(juno.sessionId), vesper, otto)).toEqual([42, 42]);
    await users.delete({ id: otto.id });
    expect(JSON.stringify(await show200(juno.sessionId))).not.toContain(otto.id);
    await users.delete({ id: juno.id });
    expect((await show200(vesper.sessionId)).own).toEqual([]);
  });

  it('NXT-123 is for members, and answers 304 while nothing changes', async () => {
    expect((await backend.api.get('/api/constellation/history').expect(401)).body.code).toBe('unauthorized');
    const [vesper] = await makeMembers(1);
    if (!vesper) throw new Error('Too few members.');
    const { headers } = await show(vesper.sessionId).expect(200);
    await show(vesper.sessionId).set('If-None-Match', String(headers['etag'])).expect(304);
    await show(vesper.sessionId, { around: '019abb00-0000-7000-8000-0000000000ff' }).expect(404);
    for (const weeks of ['0', '54', 'x']) {
      expect((await show(vesper.sessionId, { weeks }).expect(400)).body.fields).toEqual({
        weeks: 'The number of weeks must be a whole number from 1 to 53.',
      });
    }
  });

  it('NXT-123 reads one answer at a time for a member, and none again within a minute', async () => {
    const [vesper, otto] = await makeMembers(2);
    if (!vesper || !otto) throw new Error('Too few members.');
    const shown = jest.spyOn(backend.app.get(ConstellationService), 'listShown');
    let running = 0;
    shown.mockImplementation(async () => {
      running += 1;
      expect(running).toBe(1);
      await new Promise(setImmediate);
      running -= 1;
      return [vesper.id, otto.id];
    });
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => show(vesper.sessionId, { weeks: `${1 + (n % 4)}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(shown).toHaveBeenCalledTimes(4);
    shown.mockRestore();
  });

  it('NXT-123 reads the weeks of a year of links of 2,000 members without a long pause', async () => {
    const count = 2_000;
    const links = new Map<number, bigint>();
    const past = new WeeksOfLinks(53);
    for (let n = 0; n < 100; n += 1) links.set(n * 20, (1n << 63n) | BigInt(n));
    const bytes = packLinkWeeks(links);
    const before = process.cpuUsage();
    for (let member = 0; member < count; member += 1) {
      if (bytes) visitLinkWeeks(bytes, (other, weeks) => past.addWeeks(member, other, ageWeeks(weeks, 1)));
    }
    expect(past.list(CONSTELLATION_HISTORY.links, 7)).toHaveLength(CONSTELLATION_HISTORY.links);
    // Many times the measured value.
    expect(process.cpuUsage(before).user).toBeLessThan(3_000_000);
  });

  it('NXT-123 keeps the links of the caller and those that lasted longest when there are too many', () => {
    const past = new WeeksOfLinks(4);
    past.addWeeks(0, 1, 0b1111n << 60n);
    past.addWeeks(1, 2, 0b1100n << 60n);
    // Before the first week.
    past.addWeeks(2, 3, 0b0000_1n << 59n);
    past.addWeeks(3, 0, 0b0010n << 60n);
    past.addWeeks(0, 3, 0b1001n << 60n);
    expect(past.list(2, 3)).toEqual([
      [0, 3, 0, 1, 3, 3],
      [0, 1, 0, 3],
    ]);
    expect(past.list(9, undefined)).toEqual([
      [0, 1, 0, 3],
      [0, 3, 0, 1, 3, 3],
      [1, 2, 2, 3],
    ]);
  });
});
