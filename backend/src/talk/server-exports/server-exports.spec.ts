import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  EXPORT_TYPE,
  type ObjectAddress,
  SERVER_EXPORT_LIMITS,
  type ServerAuditView,
  type ServerExportView,
} from '@oniverse/contracts';
import { Channel, newArchiveKey, OUTBOX_TOPICS, OutboxRow, ServerExport } from '@oniverse/data';
import { ObjectStore } from '@oniverse/platform';
import { type LiveClient, makeMember, waitUntil } from '@oniverse/testing';
import { bearer } from '../../testing/backend-under-test.js';
import { makeStaffedServer, type SignedInMember, type StaffedServer } from '../../testing/staffed-server.js';
import { TwoBackends } from '../../testing/two-backends.js';

const BYTES = Buffer.from('an archive of the roof');

describe('exports of a dimension', () => {
  let two: TwoBackends;
  let store: ObjectStore;

  beforeAll(async () => {
    two = await TwoBackends.start();
    store = new ObjectStore(two.stack.config().objectStore);
  });

  afterAll(async () => {
    await two.stop();
  });

  const rows = () => two.stack.dataSource.getRepository(ServerExport);
  const setUp = async (given?: { isPublic: boolean }): Promise<StaffedServer> =>
    makeStaffedServer(two.stack.dataSource, given);
  const pathOf = ({ server }: Pick<StaffedServer, 'server'>) => `/servers/${server.id}/exports`;
  const request = (caller: SignedInMember, staffed: StaffedServer, body: object = {}) =>
    two.callAs(caller, 'post', pathOf(staffed), body);
  const list = async (caller: SignedInMember, staffed: StaffedServer): Promise<ServerExportView[]> =>
    (await two.callAs(caller, 'get', pathOf(staffed)).expect(200)).body;
  const cancel = (caller: SignedInMember, staffed: StaffedServer, id: string) =>
    two.callAs(caller, 'delete', `${pathOf(staffed)}/${id}`);
  const askAddress = (caller: SignedInMember, staffed: StaffedServer, id: string) =>
    two.callAs(caller, 'post', `${pathOf(staffed)}/${id}/address`);
  const audit = async (caller: SignedInMember, { server }: StaffedServer) => {
    const { body } = await two.callAs(caller, 'get', `/servers/${server.id}/audit`).expect(200);
    const entries: ServerAuditView[] = body;
    return entries.map(({ kind, actor, detail }) => [kind, actor?.username, detail]);
  };
  async function* once(bytes: Buffer) {
    yield bytes;
  }
  /** Ends an export as the worker does. @returns the key of its archive */
  const complete = async (id: string, values: Partial<ServerExport> = {}): Promise<string> => {
    const objectKey = newArchiveKey();
    await store.put(objectKey, once(BYTES), { size: BYTES.length, contentType: EXPORT_TYPE });
    await rows().update(
      { id },
      {
        state: 'done',
        size: String(BYTES.length),
        objectKey,
        finishedAt: new Date(),
        expiresAt: new Date(Date.now() + 60_000),
        ...values,
      },
    );
    return objectKey;
  };
  const makeDone = async (staffed: StaffedServer, values: Partial<ServerExport> = {}): Promise<string> => {
    const { body } = await request(staffed.owner, staffed).expect(201);
    await complete(body.id, values);
    return String(body.id);
  };
  const addressOf = async (caller: SignedInMember, staffed: StaffedServer, id: string) => {
    const { body }: { body: ObjectAddress } = await askAddress(caller, staffed, id).expect(200);
    return `${two.url(1)}${body.url}`;
  };
  const transfer = async (staffed: StaffedServer, heir: SignedInMember) =>
    two
      .callAs(staffed.owner, 'post', `/servers/${staffed.server.id}/owner`, { userId: heir.user.id })
      .expect(200);
  const changesOf = (client: LiveClient) =>
    client.payloads('export:changed').map(({ state, failure }) => failure ?? state);

  it('TLK-540 are requested by the owner, one at a time, and reach every open client of theirs', async () => {
    const staffed = await setUp();
    const { owner, server } = staffed;
    const clients = [await two.connect(0, owner.sessionId), await two.connect(1, owner.sessionId)];
    const { body } = await request(owner, staffed).expect(201);
    expect(body).toEqual({
      id: expect.any(String),
      serverId: server.id,
      channelId: null,
      channelName: null,
      state: 'waiting',
      failure: null,
      messageCount: 0,
      messagesDone: 0,
      fileCount: 0,
      filesDone: 0,
      size: null,
      createdAt: expect.stringMatching(/Z$/),
      finishedAt: null,
      expiresAt: null,
    });
    expect(await list(owner, staffed)).toEqual([body]);
    const outbox = two.stack.dataSource.getRepository(OutboxRow);
    expect(await outbox.countBy({ topic: OUTBOX_TOPICS.exportServer, subject: body.id })).toBe(1);
    for (const client of clients) {
      await waitUntil('the request', () => client.payloads('export:changed').length === 1);
      expect(client.payloads('export:changed')).toEqual([body]);
    }
    const refused = await request(owner, staffed).expect(409);
    expect(refused.body).toMatchObject({ code: 'quota_reached', reason: 'exportRunning' });
    await cancel(owner, staffed, body.id).expect(200);
    await request(owner, staffed).expect(201);
  });

  it('TLK-540 of two requests at once, one is refused', async () => {
    const staffed = await setUp();
    const answers = await Promise.all([request(staffed.owner, staffed), request(staffed.owner, staffed)]);
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '409']);
  });

  it('TLK-540 have one channel, if its owner asks for it, also a private one, and none of another dimension', async () => {
    const staffed = await setUp();
    const other = await setUp();
    const channel = await two.stack.dataSource
      .getRepository(Channel)
      .save({ serverId: staffed.server.id, name: 'attic', isPrivate: true });
    for (const channelId of [other.channel.id, randomUUID()]) {
      await request(staffed.owner, staffed, { channelId }).expect(404);
    }
    await request(staffed.owner, staffed, { channelId: 'attic' }).expect(400);
    const { body } = await request(staffed.owner, staffed, { channelId: channel.id }).expect(201);
    expect(body).toMatchObject({ channelId: channel.id, channelName: 'attic' });
  });

  it('TLK-540 are limited to three a day for a member, in all dimensions, however they end', async () => {
    const staffed = await setUp();
    const { owner } = staffed;
    for (let n = 0; n < SERVER_EXPORT_LIMITS.perDay; n += 1) {
      const { body } = await request(owner, staffed).expect(201);
      await cancel(owner, staffed, body.id).expect(200);
    }
    const { body: second } = await two.callAs(owner, 'post', '/servers', { name: 'Other' }).expect(201);
    const refused = await two.callAs(owner, 'post', `/servers/${second.id}/exports`, {}).expect(409);
    expect(refused.body).toMatchObject({ code: 'quota_reached', reason: 'tooManyExports' });
    await two.stack.dataSource.query(
      `UPDATE server_exports SET id = uuidv7('-25 hours') WHERE user_id = $1`,
      [owner.user.id],
    );
    await request(owner, staffed).expect(201);
  });

  it.each([true, false])(
    'TLK-545 are for the present owner only, on every path (public: %s)',
    async (isPublic) => {
      const staffed = await setUp({ isPublic });
      const { owner, moderator, member } = staffed;
      const stranger = await makeMember(two.stack.dataSource);
      const id = await makeDone(staffed);
      const running = (await request(owner, staffed).expect(201)).body.id;
      const strangerStatus = isPublic ? 403 : 404;
      for (const [caller, status] of [
        [stranger, strangerStatus],
        [member, 403],
        [moderator, 403],
      ] as const) {
        await two.callAs(caller, 'get', pathOf(staffed)).expect(status);
        await request(caller, staffed).expect(status);
        await cancel(caller, staffed, running).expect(status);
        await askAddress(caller, staffed, id).expect(status);
        await two
          .api(0)
          .get(`/exports/dimensions/${id}`)
          .set(...bearer(caller.sessionId))
          .expect(404);
      }
      await two.api(0).get(`/exports/dimensions/${id}`).expect(404);
      expect((await list(owner, staffed)).map(({ state }) => state)).toEqual(['waiting', 'done']);
    },
  );

  it('TLK-545 are lost with the ownership, also by an address from before, and belong to the next owner', async () => {
    const staffed = await setUp();
    const { owner, moderator } = staffed;
    const id = await makeDone(staffed);
    const address = await addressOf(owner, staffed, id);
    expect((await fetch(address)).status).toBe(200);
    await transfer(staffed, moderator);
    expect((await fetch(address)).status).toBe(404);
    await askAddress(owner, staffed, id).expect(403);
    await two.callAs(owner, 'get', pathOf(staffed)).expect(403);
    await cancel(owner, staffed, id).expect(403);
    expect((await list(moderator, staffed)).map((each) => each.id)).toEqual([id]);
    const theirs = await fetch(await addressOf(moderator, staffed, id));
    expect(Buffer.from(await theirs.arrayBuffer()).equals(BYTES)).toBe(true);
  });

  it('TLK-544 are downloaded by an address of the session, whole and in ranges', async () => {
    const staffed = await setUp();
    const id = await makeDone(staffed);
    const address = await addressOf(staffed.owner, staffed, id);
    const whole = await fetch(address);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': EXPORT_TYPE,
      'content-length': String(BYTES.length),
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': expect.stringMatching(
        /^attachment; filename=\d{4}-\d\d-\d\d-oniverse-server-[0-9a-f-]+\.zip$/,
      ),
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect(Buffer.from(await whole.arrayBuffer()).equals(BYTES)).toBe(true);
    const etag = whole.headers.get('etag') ?? '';
    const part = await fetch(address, { headers: { range: 'bytes=3-9', 'if-range': etag } });
    expect([part.status, await part.text()]).toEqual([206, 'archive']);
    expect((await fetch(address, { headers: { range: 'bytes=99-' } })).status).toBe(416);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    // The pass is of this export and this session.
    const other = await setUp();
    const otherId = await makeDone(other);
    expect((await fetch(address.replace(id, otherId))).status).toBe(404);
    await two.callAs(staffed.owner, 'post', '/auth/logout').expect(200);
    expect((await fetch(address)).status).toBe(404);
  });

  it('TLK-544 are not downloaded before they are done, after they expired, or as those of another dimension', async () => {
    const staffed = await setUp();
    const { body: waiting } = await request(staffed.owner, staffed).expect(201);
    await askAddress(staffed.owner, staffed, waiting.id).expect(404);
    await complete(waiting.id);
    const address = await addressOf(staffed.owner, staffed, waiting.id);
    const own = await setUp();
    await askAddress(own.owner, own, waiting.id).expect(404);
    await rows().update({ id: waiting.id }, { expiresAt: new Date(Date.now() - 1) });
    expect((await fetch(address)).status).toBe(404);
    await askAddress(staffed.owner, staffed, waiting.id).expect(404);
    await askAddress(staffed.owner, staffed, randomUUID()).expect(404);
    await two.api(0).get('/exports/dimensions/none').expect(404);
  });

  it('TLK-541 are cancelled by the owner while they wait or run', async () => {
    const staffed = await setUp();
    const { owner } = staffed;
    const client = await two.connect(1, owner.sessionId);
    const { body } = await request(owner, staffed).expect(201);
    await cancel(owner, staffed, body.id).expect(200);
    await waitUntil('both changes', () => changesOf(client).length === 2);
    expect(changesOf(client)).toEqual(['waiting', 'cancelled']);
    await cancel(owner, staffed, body.id).expect(404);
    const done = await makeDone(staffed);
    await cancel(owner, staffed, done).expect(404);
    expect((await list(owner, staffed)).map(({ state, failure }) => failure ?? state)).toEqual([
      'done',
      'cancelled',
    ]);
  });

  it('TLK-548 are in the audit log: each request, cancellation and download', async () => {
    const staffed = await setUp();
    const { owner, moderator, channel } = staffed;
    const { body } = await request(owner, staffed, { channelId: channel.id }).expect(201);
    await cancel(owner, staffed, body.id).expect(200);
    const id = await makeDone(staffed);
    await addressOf(owner, staffed, id);
    await askAddress(moderator, staffed, id).expect(403);
    const { username } = owner.user;
    const ofChannel = { name: channel.name };
    expect(await audit(moderator, staffed)).toEqual([
      ['export_downloaded', username, {}],
      ['export_requested', username, {}],
      ['export_cancelled', username, ofChannel],
      ['export_requested', username, ofChannel],
    ]);
  });

  it('TLK-549 let every member know when the last one was done, and nobody else', async () => {
    const staffed = await setUp({ isPublic: true });
    const { owner, moderator, member } = staffed;
    const stranger = await makeMember(two.stack.dataSource);
    const notice = (caller: SignedInMember) => two.callAs(caller, 'get', `${pathOf(staffed)}/latest`);
    expect((await notice(member).expect(200)).body).toEqual({ exportedAt: null });
    const at = new Date('2026-11-29T21:04:11.512Z');
    await makeDone(staffed, { finishedAt: at, expiresAt: new Date(0) });
    await request(owner, staffed).expect(201);
    for (const caller of [owner, moderator, member]) {
      expect((await notice(caller).expect(200)).body).toEqual({ exportedAt: at.toISOString() });
    }
    await notice(stranger).expect(403);
    const hidden = await setUp({ isPublic: false });
    await two.callAs(stranger, 'get', `${pathOf(hidden)}/latest`).expect(404);
  });

  it('TLK-546 lose their archives with the dimension, and with the account of who requested them', async () => {
    const [deleted, erased] = [await setUp(), await setUp()];
    const ids = [await makeDone(deleted), await makeDone(erased)];
    const address = await addressOf(deleted.owner, deleted, ids[0] ?? '');
    await two.callAs(deleted.owner, 'delete', `/servers/${deleted.server.id}`).expect(200);
    expect((await fetch(address)).status).toBe(404);
    await transfer(erased, erased.moderator);
    await two.stack.dataSource.query('DELETE FROM users WHERE id = $1', [erased.owner.user.id]);
    await askAddress(erased.moderator, erased, ids[1] ?? '').expect(404);
    const [ofDeleted, ofErased] = await Promise.all(ids.map((id) => rows().findOneByOrFail({ id })));
    // Until the purge, which finds the archives by these rows.
    expect(ofDeleted).toMatchObject({ serverId: null, objectKey: expect.any(String) });
    expect(ofErased).toMatchObject({ userId: null, objectKey: expect.any(String) });
  });
});
