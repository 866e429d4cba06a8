import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RENDITIONS } from '@oniverse/contracts';
import {
  Channel,
  DisappearingMessage,
  formatRebuildPosition,
  Image,
  Message,
  OUTBOX_TOPICS,
  OutboxRow,
  ScheduledMessage,
  startOf,
  storeKeyOf,
  type User,
} from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { ObjectStore } from '@oniverse/platform';
import {
  BackendProcess,
  byTestLength,
  DedicatedTestStack,
  LiveClient,
  makeMember,
  makeServer,
  seededRandom,
  waitUntil,
  WorkerProcess,
} from '@oniverse/testing';
import { expectedConstellation, storedConstellation } from '../../worker/src/testing/constellation-state.js';
import { drawQuarters } from '../../worker/src/testing/pictures.js';
import { between } from './random.js';

const SEED = 6;
const MEMBERS = 10;
const ROUNDS = byTestLength(4, 8);
/** Kills per set of pictures. The worker gives a picture up after more than twice as many attempts. */
const KILLS_PER_ROUND = 2;
const PICTURES_PER_ROUND = 6;
/** Narrower than the second rendition. */
const WIDTH = 500;
const WIDTHS = [RENDITIONS.widths[0], WIDTH];
const TAGS = ['ash', 'bay', 'cy', 'dew', 'elm', 'fir', 'gum', 'haw'];
const TIMEOUT_MS = 45_000;

interface Member {
  sessionId: string;
  device: LiveClient;
  posts: string[];
}

interface Upload {
  imageId: string;
  path: string;
  isBroken: boolean;
  member: Member;
}

describe('a repeatedly killed worker', () => {
  let stack: DedicatedTestStack;
  let backend: BackendProcess;
  let worker: WorkerProcess;
  let store: ObjectStore;
  let good: Buffer;
  let broken: Buffer;
  const random = seededRandom(SEED);
  const members: Member[] = [];
  const users: User[] = [];
  const uploads: Upload[] = [];

  beforeAll(async () => {
    stack = await DedicatedTestStack.start({ durable: true });
    store = new ObjectStore(stack.config().objectStore);
    good = await drawQuarters(WIDTH, 400).png().toBuffer();
    broken = good.subarray(0, Math.floor(good.length / 2));
    [backend, worker] = await Promise.all([
      BackendProcess.start(stack.env(), await freePort()),
      WorkerProcess.start(stack.env()),
    ]);
    for (let index = 0; index < MEMBERS; index += 1) {
      const { user, sessionId } = await makeMember(stack.dataSource, { profileMarkdown: '' });
      users.push(user);
      members.push({ sessionId, device: await LiveClient.connect(backend.url, { sessionId }), posts: [] });
    }
  });

  afterAll(async () => {
    for (const { device } of members) device.close();
    await Promise.all([worker.stop(), backend.stop()]);
    await stack.stop();
  });

  const requestJson = async (
    { sessionId }: Member,
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${backend.url}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${sessionId}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const json: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
    return Object.fromEntries(Object.entries(Object(json)));
  };

  const someTags = (): string[] => TAGS.filter(() => random() < 0.4);
  const countOutboxRows = (): Promise<number> => stack.dataSource.getRepository(OutboxRow).count();

  const changeTags = async (member: Member): Promise<void> => {
    const first = member.posts[0];
    const choice = random();
    if (first !== undefined && choice < 0.2) {
      member.posts.shift();
      await requestJson(member, 'DELETE', `/posts/${first}`);
    } else if (first !== undefined && choice < 0.5) {
      await requestJson(member, 'PATCH', `/posts/${first}`, { tags: someTags() });
    } else {
      const { id } = await requestJson(member, 'POST', '/posts', {
        title: 'x',
        content: 'x',
        tags: someTags(),
      });
      member.posts.push(String(id));
    }
  };

  const addPicture = async (member: Member, isBroken: boolean): Promise<void> => {
    const { uploadURL, objectPath } = await requestJson(member, 'POST', '/objects/upload');
    const path = String(objectPath);
    const sent = await fetch(new URL(String(uploadURL), backend.url), {
      method: 'PUT',
      body: new Uint8Array(isBroken ? broken : good),
    });
    expect(sent.ok).toBe(true);
    const { id } = await requestJson(member, 'POST', '/images', { imageUrl: path, tags: someTags() });
    uploads.push({ imageId: String(id), path, isBroken, member });
  };

  const memberAt = (index: number): Member => {
    const member = members[index % members.length];
    if (!member) throw new Error('No members were created');
    return member;
  };

  /** Members write in a conversation whose messages disappear within seconds. @returns its id */
  const writeDisappearing = async (): Promise<string> => {
    const [starting, ...others] = members;
    if (!starting) throw new Error('No members were created');
    // Only members of a dimension may be in a group.
    await makeServer(stack.dataSource, { members: users });
    const { id } = await requestJson(starting, 'POST', '/conversations', {
      userIds: users.slice(1).map((user) => user.id),
    });
    await requestJson(starting, 'PATCH', `/conversations/${String(id)}`, { disappearsAfter: 'day' });
    await Promise.all(
      [starting, ...others].map((member) =>
        requestJson(member, 'POST', `/channels/${String(id)}/messages`, { content: 'Soon gone.' }),
      ),
    );
    await stack.dataSource.query(
      `UPDATE disappearing_messages SET disappears_at = now() + random() * interval '20 seconds'`,
    );
    return String(id);
  };

  /** Members leave messages in a channel that opens one in some seconds. @returns its id */
  const leaveForMoon = async (): Promise<string> => {
    const { channel } = await makeServer(stack.dataSource, { members: users });
    const at = new Date(Date.now() + 10_000);
    await stack.dataSource.getRepository(Channel).update({ id: channel.id }, { moonAt: at });
    await Promise.all(
      members.map((member) =>
        requestJson(member, 'POST', `/channels/${channel.id}/scheduled-messages`, { content: 'Left here.' }),
      ),
    );
    return channel.id;
  };

  /** Returns the tags whose count differs from their use. All members and items are public. */
  const wrongTagCounts = (): Promise<unknown[]> =>
    stack.dataSource.query(
      `SELECT tags.name, count(used.tag)::integer AS uses, usage_count
         FROM tags LEFT JOIN (
           SELECT unnest(tags) AS tag FROM posts UNION ALL SELECT unnest(tags) FROM images
         ) AS used ON used.tag = tags.name
        GROUP BY tags.id HAVING count(used.tag) <> usage_count`,
    );

  const eventsOf = ({ member, imageId, path }: Upload): { ready: number; failed: number } => ({
    ready: member.device.payloads('image:ready').filter(({ id }) => id === imageId).length,
    failed: member.device.payloads('upload:failed').filter(({ objectPath }) => objectPath === path).length,
  });

  it(
    'LIV-012 LIV-013 LIV-014 GAP-115 TLK-450 TLK-556 loses no job and repeats no effect',
    async () => {
      let killedAtWork = 0;
      const conversationId = await writeDisappearing();
      const moonRoomId = await leaveForMoon();
      for (let round = 0; round < ROUNDS; round += 1) {
        const changes = Promise.all([
          ...members.map(async (member) => {
            for (let change = 0; change < 3; change += 1) await changeTags(member);
          }),
          ...Array.from({ length: PICTURES_PER_ROUND }, (_, index) =>
            addPicture(memberAt(round + index), index % 3 === 2),
          ),
        ]);
        await stack.dataSource.getRepository(OutboxRow).insert({
          topic: OUTBOX_TOPICS.rebuildConstellation,
          subject: formatRebuildPosition(startOf('tags')),
        });
        for (let kill = 0; kill < KILLS_PER_ROUND; kill += 1) {
          await waitUntil('jobs to start', async () => (await countOutboxRows()) > 2);
          const remaining = between(random, 1, await countOutboxRows());
          await waitUntil('some jobs to finish', async () => (await countOutboxRows()) <= remaining);
          if ((await countOutboxRows()) > 0) killedAtWork += 1;
          await worker.kill();
          worker = await WorkerProcess.start(stack.env());
          if (kill === 0) await Promise.all(members.map((member) => changeTags(member)));
        }
        await changes;
        await waitUntil('all jobs to finish', async () => (await countOutboxRows()) === 0, TIMEOUT_MS);
      }
      expect(killedAtWork).toBeGreaterThan(0);
      await waitUntil(
        'the messages to disappear',
        async () => (await stack.dataSource.getRepository(DisappearingMessage).count()) === 0,
        2 * TIMEOUT_MS,
      );
      const gone: { content: string; rev: number }[] = await stack.dataSource.query(
        'SELECT content, rev FROM messages WHERE channel_id = $1 ORDER BY rev',
        [conversationId],
      );
      // Each was deleted once.
      expect(gone).toEqual(
        Array.from({ length: MEMBERS }, (_, index) => ({ content: '', rev: MEMBERS + index + 1 })),
      );

      const inMoonRoom = { channelId: moonRoomId };
      await waitUntil(
        'the full moon to open a message',
        async () => (await stack.dataSource.getRepository(Message).countBy(inMoonRoom)) > 0,
        2 * TIMEOUT_MS,
      );
      // One of them, once.
      expect(await stack.dataSource.getRepository(Message).countBy(inMoonRoom)).toBe(1);
      await waitUntil(
        'its row to go',
        async () =>
          (await stack.dataSource.getRepository(ScheduledMessage).countBy(inMoonRoom)) === MEMBERS - 1,
      );
      const left = await stack.dataSource.getRepository(ScheduledMessage).findBy(inMoonRoom);
      expect(left.filter(({ dueAt }) => dueAt !== null)).toEqual([]);

      const constellation = await storedConstellation(stack.dataSource);
      expect(constellation).toEqual(await expectedConstellation(stack.dataSource));
      expect(constellation.links.length).toBeGreaterThan(0);
      expect(await wrongTagCounts()).toEqual([]);

      const images = new Map(
        (await stack.dataSource.getRepository(Image).find()).map((image) => [image.id, image]),
      );
      expect([...images.keys()].toSorted()).toEqual(
        uploads
          .filter(({ isBroken }) => !isBroken)
          .map(({ imageId }) => imageId)
          .toSorted(),
      );
      for (const upload of uploads) {
        const rows: { path: string; width: number }[] = await stack.dataSource.query(
          `SELECT path, width FROM objects WHERE rendition_of = $1 AND state = 'used' ORDER BY width`,
          [upload.path],
        );
        expect(rows.map(({ width }) => width)).toEqual(upload.isBroken ? [] : WIDTHS);
        for (const { path } of rows) expect(await store.has(storeKeyOf(path))).toBe(true);
        expect(images.get(upload.imageId)?.readyAt instanceof Date).toBe(!upload.isBroken);
        // Events are published after the commit. A kill in between loses one, which the client's next fetch makes up for.
        const events = eventsOf(upload);
        expect(events[upload.isBroken ? 'ready' : 'failed']).toBe(0);
        expect(events[upload.isBroken ? 'failed' : 'ready']).toBeLessThanOrEqual(1);
      }
      expect(uploads.filter(({ isBroken }) => isBroken).length).toBeGreaterThan(0);
    },
    ROUNDS * TIMEOUT_MS + 2 * TIMEOUT_MS + 60_000,
  );
});
