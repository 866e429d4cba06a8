import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  LinkHistory,
  LINKS_PER_MONTH,
  LinkSnapshot,
  LinkWeeks,
  User,
  visitLinks,
  visitLinkWeeks,
  withDay,
} from '@oniverse/data';
import { makeMember, TestStack } from '@oniverse/testing';
import { LinkHistoryRepository } from './link-history.repository.js';
import { SnapshotLinks } from './snapshot-links.js';

describe('SnapshotLinks', () => {
  let stack: TestStack;
  let repository: LinkHistoryRepository;
  let job: SnapshotLinks;
  let members: { id: string; nodeNumber: number }[];

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const query = (statement: string, parameters: unknown[] = []): Promise<unknown> =>
    stack.dataSource.query(statement, parameters);
  const link = (from: number, to: number, keptByFrom = true, keptByTo = true): Promise<unknown> =>
    query(
      `INSERT INTO connections (from_user_id, to_user_id, shared_tags, kept_by_from, kept_by_to)
       VALUES ($1, $2, '{moon}', $3, $4)`,
      [members[from]?.id, members[to]?.id, keptByFrom, keptByTo],
    );
  const unlink = (from: number, to: number): Promise<unknown> =>
    query('DELETE FROM connections WHERE from_user_id = $1 AND to_user_id = $2', [
      members[from]?.id,
      members[to]?.id,
    ]);
  /** Lets the job believe that it is another day. */
  const setDay = (day: string): void => {
    jest.restoreAllMocks();
    const findPosition = repository.findPosition.bind(repository);
    jest.spyOn(repository, 'findPosition').mockImplementation(async (manager) => {
      const { day: today } = await findPosition(manager);
      const progress = await manager.getRepository(LinkSnapshot).findOneBy({ day });
      expect(today).not.toBe(day);
      return { day, dayOfMonth: Number(day.slice(-2)), position: progress ? progress.lastUserId : undefined };
    });
  };
  /** Returns each stored link as `month from>to days`. */
  const history = async (): Promise<string[]> => {
    const indexOf = (find: (member: { id: string; nodeNumber: number }) => boolean) =>
      members.findIndex(find);
    const rows = await stack.dataSource.getRepository(LinkHistory).find();
    return rows
      .flatMap(({ userId, month, links }) => {
        const from = indexOf(({ id }) => id === userId);
        const found: string[] = [];
        visitLinks(links, (number, bits) => {
          const to = indexOf(({ nodeNumber }) => nodeNumber === number);
          const days = Array.from({ length: 31 }, (_, day) => day + 1).filter(
            (day) => ((bits >>> (day - 1)) & 1) === 1,
          );
          found.push(`${month.slice(0, 7)} ${from}>${to} ${days.join()}`);
        });
        return found;
      })
      .toSorted();
  };

  beforeEach(async () => {
    await query('TRUNCATE users, link_snapshots CASCADE');
    await query('TRUNCATE connections');
    const users = [];
    for (let count = 0; count < 4; count += 1) users.push((await makeMember(stack.dataSource)).user);
    members = await stack.dataSource
      .getRepository(User)
      .find({ select: { id: true, nodeNumber: true }, order: { id: 'ASC' } });
    expect(members).toHaveLength(users.length);
    repository = new LinkHistoryRepository();
    job = new SnapshotLinks(stack.dataSource, repository);
  });

  it('NXT-125 stores each link once a day, under the end that keeps it', async () => {
    await link(0, 1);
    await link(0, 2, false, true);
    await link(1, 2, true, false);
    setDay('2026-09-01');
    expect(await job.run()).toBe(3);
    expect(await history()).toEqual(['2026-09 0>1 1', '2026-09 1>2 1', '2026-09 2>0 1']);
    await unlink(0, 2);
    await link(2, 3);
    setDay('2026-09-30');
    await job.run();
    expect(await history()).toEqual([
      '2026-09 0>1 1,30',
      '2026-09 1>2 1,30',
      '2026-09 2>0 1',
      '2026-09 2>3 30',
    ]);
  });

  it('NXT-125 begins a row with each month, also on the 31st', async () => {
    await link(0, 1);
    setDay('2026-08-31');
    await job.run();
    setDay('2026-09-01');
    await job.run();
    expect(await history()).toEqual(['2026-08 0>1 31', '2026-09 0>1 1']);
  });

  /** Returns each link as `from>to weeks`, from the newest week back. */
  const weeks = async (): Promise<string[]> => {
    const indexOf = (find: (member: { id: string; nodeNumber: number }) => boolean) =>
      members.findIndex(find);
    return (await stack.dataSource.getRepository(LinkWeeks).find())
      .flatMap(({ userId, newestWeek, links }) => {
        const found: string[] = [];
        visitLinkWeeks(links, (number, bits) => {
          const from = indexOf(({ id }) => id === userId);
          const to = indexOf(({ nodeNumber }) => nodeNumber === number);
          const stood = bits.toString(2).padStart(64, '0').replace(/0+$/, '');
          found.push(`${newestWeek} ${from}>${to} ${stood}`);
        });
        return found;
      })
      .toSorted();
  };

  it('NXT-123 prepares the weeks of a year as the days pass', async () => {
    await link(0, 1);
    await link(2, 3);
    for (const day of ['2025-08-31', '2025-09-01', '2025-09-07', '2025-09-15']) {
      setDay(day);
      await job.run();
    }
    expect(await weeks()).toEqual(['2025-09-15 0>1 1011', '2025-09-15 2>3 1011']);
    await unlink(2, 3);
    setDay('2026-08-31');
    await job.run();
    const year = `1${'0'.repeat(49)}101`;
    expect(await weeks()).toEqual(['2025-09-15 2>3 1011', `2026-08-31 0>1 ${year}`]);
    setDay('2026-09-21');
    await job.run();
    expect(await weeks()).toEqual(['2026-09-21 0>1 1001']);
  });

  it('NXT-123 prepares the weeks of earlier snapshots once, also for links that ended', async () => {
    await link(0, 1);
    await link(2, 3);
    for (const day of ['2026-08-30', '2026-08-31', '2026-09-01']) {
      setDay(day);
      await job.run();
    }
    await query('TRUNCATE link_weeks');
    await unlink(2, 3);
    setDay('2026-09-14');
    await job.run();
    expect(await weeks()).toEqual(['2026-09-14 0>1 1011', '2026-09-14 2>3 0011']);
    setDay('2026-09-15');
    const save = jest.spyOn(repository, 'saveWeeks');
    await job.run();
    expect(save.mock.calls.map(([, , members]) => members)).toEqual([[]]);
  });

  it('NXT-125 does nothing on a day that is finished', async () => {
    await link(0, 1);
    setDay('2026-09-01');
    expect(await job.run()).toBe(1);
    await link(0, 2);
    expect(await job.run()).toBe(0);
    expect(await history()).toEqual(['2026-09 0>1 1']);
  });

  it('NXT-125 uses the date of the database', async () => {
    jest.restoreAllMocks();
    await link(0, 1);
    expect(await job.run()).toBe(1);
    const rows = await stack.dataSource.query(
      `SELECT month = date_trunc('month', now() AT TIME ZONE 'UTC')::date AS is_present FROM link_history`,
    );
    expect(rows).toEqual([{ is_present: true }]);
    expect(await job.run()).toBe(0);
  });

  describe('in pages', () => {
    const PAGE = 500;

    beforeEach(async () => {
      await query(
        `INSERT INTO users (username, email, password)
         SELECT 'm' || n, 'm' || n || '@example.org', '!' FROM generate_series(1, $1::integer) AS n`,
        [PAGE],
      );
      await link(0, 1);
      // A link that the last page stores.
      await query(
        `INSERT INTO connections (from_user_id, to_user_id, shared_tags, kept_by_from)
         SELECT $1, max(id::text)::uuid, '{moon}', false FROM users`,
        [members[0]?.id],
      );
    });

    const countRows = (): Promise<number> => stack.dataSource.getRepository(LinkHistory).count();

    it('NXT-125 continues after a kill in the middle', async () => {
      setDay('2026-09-01');
      jest.spyOn(repository, 'savePosition').mockImplementationOnce(async () => {
        throw new Error('killed');
      });
      await expect(job.run()).rejects.toThrow('killed');
      expect(await countRows()).toBe(0);
      setDay('2026-09-01');
      const save = jest.spyOn(repository, 'saveMonths');
      save.mockImplementationOnce(async (...given) => {
        save.mockImplementationOnce(async () => {
          throw new Error('killed');
        });
        await new LinkHistoryRepository().saveMonths(...given);
      });
      await expect(job.run()).rejects.toThrow('killed');
      expect(await countRows()).toBe(1);
      setDay('2026-09-01');
      const lock = jest.spyOn(repository, 'lockMembersAfter');
      expect(await job.run()).toBe(1);
      expect(lock).toHaveBeenCalledTimes(1);
      expect(await countRows()).toBe(2);
    });

    it('NXT-125 starts with the first member when the day changes in the middle', async () => {
      setDay('2026-09-01');
      const clock = jest.spyOn(performance, 'now');
      let now = 0;
      clock.mockImplementation(() => (now += 3_600_000));
      expect(await job.run()).toBe(1);
      await unlink(0, 1);
      setDay('2026-09-02');
      expect(await job.run()).toBe(1);
      expect(await history()).toEqual(['2026-09 -1>0 2', '2026-09 0>1 1']);
      expect(await stack.dataSource.getRepository(LinkSnapshot).find()).toEqual([
        { day: '2026-09-02', lastUserId: null },
      ]);
    });
  });

  it('NXT-126 leaves no identifier of an erased member, and deletes expired months', async () => {
    await link(0, 1);
    await link(1, 2);
    setDay('2025-07-31');
    await job.run();
    setDay('2026-09-01');
    await job.run();
    expect(await history()).toEqual(['2026-09 0>1 1', '2026-09 1>2 1']);
    await query('DELETE FROM users WHERE id = $1', [members[1]?.id]);
    const [{ numbers } = { numbers: 1 }]: { numbers: number }[] = await stack.dataSource.query(
      'SELECT count(*)::integer AS numbers FROM users WHERE node_number = $1',
      [members[1]?.nodeNumber],
    );
    expect(numbers).toBe(0);
    const rows = await stack.dataSource.getRepository(LinkHistory).find();
    expect(rows.map(({ userId }) => userId)).toEqual([members[0]?.id]);
  });

  it('NXT-125 runs on one worker at a time', async () => {
    await link(0, 1);
    setDay('2026-09-01');
    const other = new SnapshotLinks(stack.dataSource, repository);
    expect((await Promise.all([job.run(), other.run()])).toSorted()).toEqual([0, 1]);
  });
});

describe('withDay', () => {
  it('NXT-125 keeps the links that stood last when a month has too many', () => {
    const numbers = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);
    let month: Buffer | null = null;
    for (let day = 1; day <= 31; day += 1) month = withDay(month, numbers(day * 50, 50), day);
    const stored = new Map<number, number>();
    visitLinks(month ?? Buffer.alloc(0), (number, days) => stored.set(number, days));
    expect(stored.size).toBe(LINKS_PER_MONTH);
    expect(month?.length).toBeLessThanOrEqual(2_000);
    for (const number of numbers(31 * 50, 50)) expect(stored.get(number)).toBe(2 ** 30);
    expect(Math.min(...stored.keys())).toBe(28 * 50);
  });
});
