import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Snapshot } from '@oniverse/contracts';
import { Case, OutboxRow, Report, StaffAuditEntry } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { OpsRunner } from '../../test/ops-run.js';

const snapshotOf = (text: string): Snapshot => ({
  takenAt: new Date().toISOString(),
  title: 'Harbour',
  username: null,
  text,
  createdAt: new Date().toISOString(),
  channelName: 'quay',
  before: null,
  after: null,
});

describe('ops reports', () => {
  let stack: TestStack;
  let ops: OpsRunner;

  beforeAll(async () => {
    stack = await TestStack.start();
    ops = new OpsRunner(stack.env());
  });

  afterAll(async () => {
    await stack.stop();
  });

  const answer = (...args: string[]) => ops.answer(...args);
  const fails = async (...args: string[]) => ops.run(args);
  const cases = () => stack.dataSource.getRepository(Case);
  const makeCase = async (given: Partial<Case>): Promise<Case> => {
    const { id } = await cases().save({
      kind: 'message',
      reason: 'spam',
      snapshot: snapshotOf('Buy lamps.'),
      snapshotObject: null,
      ...given,
    });
    return cases().findOneByOrFail({ id });
  };

  it('SAF-330 lists the open cases that no dimension handles, and with --all the others too', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { server, owner } = await makeServer(stack.dataSource, { members: [user] });
    const place = { serverId: server.id };
    const inside = await makeCase({ ...place, aboutUserId: user.id });
    const handedOn = await makeCase({ ...place, aboutUserId: user.id, handedOnAt: new Date() });
    const aboutOwner = await makeCase({ ...place, aboutUserId: owner.id });
    const member = await makeCase({ kind: 'member', aboutUserId: user.id });
    const closed = await makeCase({ state: 'closed', outcome: 'none', closedAt: new Date() });
    const numbers = ({ items }: { items: { number: number }[] }) => items.map(({ number }) => number);
    const others = [handedOn, aboutOwner, member].map(({ number }) => number);
    expect(numbers(await answer('reports:list'))).toEqual(others);
    const all = await answer('reports:list', '--all');
    expect(numbers(all)).toEqual([inside.number, ...others]);
    expect(numbers(all)).not.toContain(closed.number);
    expect(all.items[0]).toMatchObject({
      about: 'a message in Harbour',
      member: user.username,
      isInDimension: true,
    });
    const page = await answer('reports:list', '--all', '--limit', '1');
    expect(numbers(await answer('reports:list', '--all', '--cursor', page.cursor))).toEqual(others);
  });

  it('SAF-330 STF-045 shows a case with its snapshot, reporters and notes', async () => {
    const { user } = await makeMember(stack.dataSource);
    const { id, number } = await makeCase({});
    await stack.dataSource.getRepository(Report).insert({
      caseId: id,
      reporterId: user.id,
      reason: 'spam',
      note: 'Again.',
      snapshot: snapshotOf('Buy more.'),
    });
    expect(await answer('reports:show', String(number))).toMatchObject({
      number,
      state: 'open',
      snapshot: { text: 'Buy lamps.' },
      given: [{ reporter: user.username, note: 'Again.', snapshot: { text: 'Buy more.' } }],
    });
    expect(await stack.dataSource.getRepository(StaffAuditEntry).findBy({ caseId: id })).toMatchObject([
      { kind: 'case_viewed', actorId: null, isByOperators: true, detail: { case: number } },
    ]);
    expect(await fails('reports:show', '999999')).toMatchObject({
      code: 3,
      stderr: 'No report has the number 999999.\n',
    });
  });

  it('SAF-330 STF-045 closes a case once, with an outcome that its reporters learn', async () => {
    const { id, number } = await makeCase({});
    await answer('reports:close', String(number), 'acted', '--reason', 'Warned by mail.');
    expect(await cases().findOneByOrFail({ id })).toMatchObject({
      state: 'closed',
      outcome: 'acted',
      outcomeReason: 'Warned by mail.',
      closedBy: null,
    });
    expect(
      await stack.dataSource.getRepository(OutboxRow).countBy({ topic: 'notify', subject: `report:${id}` }),
    ).toBe(1);
    expect(await stack.dataSource.getRepository(StaffAuditEntry).findBy({ caseId: id })).toMatchObject([
      { kind: 'case_closed', isByOperators: true, detail: { case: number, outcome: 'acted' } },
    ]);
    expect(await fails('reports:close', String(number), 'none')).toMatchObject({ code: 3 });
  });

  it.each([
    ['reports:show'],
    ['reports:show', 'x'],
    ['reports:close', '1'],
    ['reports:close', '1', 'banned'],
    ['reports:list', '1'],
  ])('SAF-330 refuse %j', async (...args) => {
    expect(await fails(...args)).toMatchObject({ code: 2 });
  });
});
