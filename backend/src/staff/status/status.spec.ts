import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ServicePart, StatusView } from '@oniverse/contracts';
import { Incident, OUTBOX_TOPICS, OutboxRow, StaffAuditEntry } from '@oniverse/data';
import { makeStaff, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from '../../testing/backend-under-test.js';
import { StatusService } from './status.service.js';

const MINUTE_MS = 60_000;

describe('the status of the service', () => {
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

  beforeEach(async () => {
    await stack.dataSource.query('DELETE FROM incidents');
    await stack.dataSource.query('DELETE FROM outbox');
    backend.app.get(StatusService).forget();
  });

  const get = async (): Promise<StatusView> => (await backend.api.get('/api/status').expect(200)).body;
  const stateOf = ({ parts }: StatusView, part: ServicePart) => parts.find((one) => one.part === part);
  const wait = async (topic: OutboxRow['topic'], minutes: number) =>
    stack.dataSource
      .getRepository(OutboxRow)
      .insert({ topic, subject: 'x', createdAt: new Date(Date.now() - minutes * MINUTE_MS) });
  const send = (method: 'post' | 'delete', path: string, sessionId: string, body?: object) =>
    backend.api[method](`/api/staff/incidents${path}`)
      .set(...bearer(sessionId))
      .send(body);

  it('STF-110 answers visitors with the state of each part that the site has', async () => {
    expect((await get()).parts).toEqual(
      ['web', 'live', 'pictures'].map((part) => ({ part, state: 'working', since: null })),
    );
  });

  it('STF-110 knows a part by the age of what waits for workers', async () => {
    await wait(OUTBOX_TOPICS.renderImage, 0);
    await wait(OUTBOX_TOPICS.deriveMember, 600);
    expect(stateOf(await get(), 'pictures')).toMatchObject({ state: 'working' });
    await wait(OUTBOX_TOPICS.renderAttachment, 5);
    // Readers within ten seconds share a measurement.
    expect(stateOf(await get(), 'pictures')).toMatchObject({ state: 'working' });
    backend.app.get(StatusService).forget();
    const { since, ...slow } = stateOf(await get(), 'pictures') ?? { since: null };
    expect(slow).toEqual({ part: 'pictures', state: 'slow' });
    expect(Date.now() - Date.parse(since ?? '')).toBeGreaterThanOrEqual(5 * MINUTE_MS);
    await wait(OUTBOX_TOPICS.makeAvatar, 90);
    backend.app.get(StatusService).forget();
    expect(stateOf(await get(), 'pictures')).toMatchObject({ state: 'down' });
  });

  it('STF-111 shows what staff write about an incident until 60 days after its end', async () => {
    const { sessionId, user } = await makeStaff(stack.dataSource, 'moderator');
    const given = { title: 'Live updates stop', part: 'live', state: 'down', note: 'We look at it.' };
    const { body: begun } = await send('post', '', sessionId, given).expect(201);
    let status = await get();
    expect(stateOf(status, 'live')).toEqual({ part: 'live', state: 'down', since: begun.startedAt });
    await send('post', `/${begun.id}/notes`, sessionId, { note: 'A switch failed.' }).expect(200);
    const { body: ended } = await send('post', `/${begun.id}/end`, sessionId, { note: 'Over.' }).expect(200);
    status = await get();
    expect(stateOf(status, 'live')).toMatchObject({ state: 'working' });
    expect(status.incidents).toEqual([ended]);
    expect(ended.notes.map(({ text }: { text: string }) => text)).toEqual([
      'Over.',
      'A switch failed.',
      'We look at it.',
    ]);
    await send('post', `/${begun.id}/notes`, sessionId, { note: 'Late.' }).expect(404);
    const kinds = await stack.dataSource
      .getRepository(StaffAuditEntry)
      .find({ where: { actorId: user.id }, order: { id: 'ASC' } });
    expect(kinds.map(({ kind, detail }) => [kind, detail])).toEqual(
      ['incident_begun', 'incident_noted', 'incident_ended'].map((kind) => [
        kind,
        { name: 'Live updates stop' },
      ]),
    );
    const day = 86_400_000;
    for (const [days, shown] of [
      [59, 1],
      [61, 0],
    ] as const) {
      await stack.dataSource
        .getRepository(Incident)
        .update({ id: begun.id }, { endedAt: new Date(Date.now() - days * day) });
      backend.app.get(StatusService).forget();
      expect((await get()).incidents).toHaveLength(shown);
    }
  });

  it('STF-111 is deleted by administrators only, after a recent proof of identity', async () => {
    const { dataSource } = stack;
    const moderator = await makeStaff(dataSource, 'moderator');
    const admin = await makeStaff(dataSource, 'admin');
    const given = { title: 'Nothing', part: 'web', state: 'slow', note: 'A mistake.' };
    const { body } = await send('post', '', moderator.sessionId, given).expect(201);
    expect((await send('delete', `/${body.id}`, moderator.sessionId).expect(403)).body).toMatchObject({
      reason: 'notAdmin',
    });
    await dataSource.query(`UPDATE sessions SET authenticated_at = 'epoch' WHERE user_id = $1`, [
      admin.user.id,
    ]);
    expect((await send('delete', `/${body.id}`, admin.sessionId).expect(403)).body).toMatchObject({
      code: 'reauthentication_required',
    });
    await dataSource.query('UPDATE sessions SET authenticated_at = now() WHERE user_id = $1', [
      admin.user.id,
    ]);
    await send('delete', `/${body.id}`, admin.sessionId).expect(200);
    expect((await get()).incidents).toEqual([]);
    await send('delete', `/${body.id}`, admin.sessionId).expect(404);
  });

  it.each([
    [{ title: ' ', part: 'web', state: 'slow', note: 'x' }, 'incidentTitleRequired'],
    [{ title: 'x'.repeat(121), part: 'web', state: 'slow', note: 'x' }, 'incidentTitleTooLong'],
    [{ title: 'x', part: 'moon', state: 'slow', note: 'x' }, 'badServicePart'],
    [{ title: 'x', part: 'web', state: 'working', note: 'x' }, 'badIncidentState'],
    [{ title: 'x', part: 'web', state: 'slow', note: '' }, 'incidentNoteRequired'],
    [{ title: 'x', part: 'web', state: 'slow', note: 'x'.repeat(1_001) }, 'incidentNoteTooLong'],
  ])('STF-111 refuses %j', async (given, reason) => {
    const { sessionId } = await makeStaff(stack.dataSource, 'moderator');
    const { body } = await send('post', '', sessionId, given).expect(400);
    expect(JSON.stringify(body)).toContain(`"${reason}"`);
  });
});
