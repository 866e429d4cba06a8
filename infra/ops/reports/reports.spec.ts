import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Snapshot } from '@oniverse/contracts';
import { Case, OutboxRow, Report, StaffAuditEntry } from '@oniverse/data';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import { runReports } from './command.js';

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

  beforeAll(async () => {
    stack = await TestStack.start();
  });

  afterAll(async () => {
    await stack.stop();
  });

  const run = (...args: string[]) => runReports(stack.dataSource, args);
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
    const numbers = (text: string) => [...text.matchAll(/^#(\d+)/gm)].map(([, number]) => Number(number));
    const others = [handedOn, aboutOwner, member].map(({ number }) => number);
    expect(numbers(await run('list'))).toEqual(others);
    const all = await run('list', '--all');
    expect(numbers(all)).toEqual([inside.number, ...others]);
    expect(numbers(all)).not.toContain(closed.number);
    expect(all).toContain(`a message in Harbour (@${user.username})  [with its dimension]`);
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
    expect(JSON.parse(await run('show', String(number)))).toMatchObject({
      number,
      state: 'open',
      snapshot: { text: 'Buy lamps.' },
      given: [{ reporter: user.username, note: 'Again.', snapshot: { text: 'Buy more.' } }],
    });
    expect(await stack.dataSource.getRepository(StaffAuditEntry).findBy({ caseId: id })).toMatchObject([
      { kind: 'case_viewed', actorId: null, isByOperators: true, detail: { case: number } },
    ]);
    await expect(run('show', '999999')).rejects.toThrow('No report has the number 999999.');
  });

  it('SAF-330 STF-045 closes a case once, with an outcome that its reporters learn', async () => {
    const { id, number } = await makeCase({});
    await run('close', String(number), 'acted', '--reason', 'Warned by mail.');
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
    await expect(run('close', String(number), 'none')).rejects.toThrow('No open report has the number');
  });

  it.each([
    [],
    ['show'],
    ['show', 'x'],
    ['close', '1'],
    ['close', '1', 'banned'],
    ['list', '1', '2', '3', '4'],
  ])('SAF-330 explains itself for %j', async (...args) => {
    await expect(run(...args)).rejects.toThrow('Usage: reports list');
  });
});
