import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RENDITIONS } from '@oniverse/contracts';
import { Image, OutboxRow, storeKeyOf } from '@oniverse/data';
import { freePort } from '@oniverse/embedded';
import { ObjectStore } from '@oniverse/platform';
import { BackendProcess, LiveClient, makeMember, TestStack, until, WorkerProcess } from '@oniverse/testing';
import { expectedSky, storedSky } from '../../worker/src/testing/expected-links.js';
import { quarters } from '../../worker/src/testing/pictures.js';
import { between, seededRandom } from './random.js';

const SEED = 6;
const MEMBERS = 10;
const ROUNDS = 4;
/** So often a worker dies over the same pictures; one more than twice as often, and a picture is given up. */
const KILLS_A_ROUND = 2;
const PICTURES_A_ROUND = 6;
/** The widths of renditions of a picture that is narrower than the second of them. */
const WIDTH = 500;
const WIDTHS = [RENDITIONS.widths[0], WIDTH];
const TAGS = ['ash', 'bay', 'cy', 'dew', 'elm', 'fir', 'gum', 'haw'];
const PATIENCE_MS = 45_000;

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

describe('a worker that is killed again and again', () => {
  let stack: TestStack;
  let backend: BackendProcess;
  let worker: WorkerProcess;
  let store: ObjectStore;
  let good: Buffer;
  let broken: Buffer;
  const random = seededRandom(SEED);
  const members: Member[] = [];
  const uploads: Upload[] = [];

  beforeAll(async () => {
    stack = await TestStack.start({ durable: true });
    store = new ObjectStore(stack.config().objectStore);
    good = await quarters(WIDTH, 400).png().toBuffer();
    broken = good.subarray(0, Math.floor(good.length / 2));
    [backend, worker] = await Promise.all([
      BackendProcess.start(stack.env(), await freePort()),
      WorkerProcess.start(stack.env()),
    ]);
    for (let made = 0; made < MEMBERS; made += 1) {
      const { sessionId } = await makeMember(stack.dataSource, { profileMarkdown: '' });
      members.push({ sessionId, device: await LiveClient.connect(backend.url, { sessionId }), posts: [] });
    }
  });

  afterAll(async () => {
    for (const { device } of members) device.close();
    await Promise.all([worker.stop(), backend.stop()]);
    await stack.stop();
  });

  const call = async (
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
  const waiting = (): Promise<number> => stack.dataSource.getRepository(OutboxRow).count();

  const changeTags = async (member: Member): Promise<void> => {
    const first = member.posts[0];
    const chance = random();
    if (first !== undefined && chance < 0.2) {
      member.posts.shift();
      await call(member, 'DELETE', `/posts/${first}`);
    } else if (first !== undefined && chance < 0.5) {
      await call(member, 'PATCH', `/posts/${first}`, { tags: someTags() });
    } else {
      const { id } = await call(member, 'POST', '/posts', { title: 'x', content: 'x', tags: someTags() });
      member.posts.push(String(id));
    }
  };

  const addPicture = async (member: Member, isBroken: boolean): Promise<void> => {
    const { uploadURL, objectPath } = await call(member, 'POST', '/objects/upload');
    const path = String(objectPath);
    const sent = await fetch(new URL(String(uploadURL), backend.url), {
      method: 'PUT',
      body: new Uint8Array(isBroken ? broken : good),
    });
    expect(sent.ok).toBe(true);
    const { id } = await call(member, 'POST', '/images', { imageUrl: path, tags: someTags() });
    uploads.push({ imageId: String(id), path, isBroken, member });
  };

  const memberAt = (place: number): Member => {
    const member = members[place % members.length];
    if (!member) throw new Error('There is nobody');
    return member;
  };

  /** How often each tag stands on what is there, by its name: members and their things are all public. */
  const tagUses = (): Promise<unknown[]> =>
    stack.dataSource.query(
      `SELECT tags.name, count(used.tag)::integer AS uses, usage_count
         FROM tags LEFT JOIN (
           SELECT unnest(tags) AS tag FROM posts UNION ALL SELECT unnest(tags) FROM images
         ) AS used ON used.tag = tags.name
        GROUP BY tags.id HAVING count(used.tag) <> usage_count`,
    );

  const toldOf = ({ member, imageId, path }: Upload): { ready: number; failed: number } => ({
    ready: member.device.payloads('image:ready').filter(({ id }) => id === imageId).length,
    failed: member.device.payloads('upload:failed').filter(({ objectPath }) => objectPath === path).length,
  });

  it(
    'LIV-012 LIV-013 LIV-014 GAP-115 loses no job, and does nothing twice',
    async () => {
      let killedAtWork = 0;
      for (let round = 0; round < ROUNDS; round += 1) {
        const changes = Promise.all([
          ...members.map(async (member) => {
            for (let change = 0; change < 3; change += 1) await changeTags(member);
          }),
          ...Array.from({ length: PICTURES_A_ROUND }, (_, place) =>
            addPicture(memberAt(round + place), place % 3 === 2),
          ),
        ]);
        for (let kill = 0; kill < KILLS_A_ROUND; kill += 1) {
          await until('something to do', async () => (await waiting()) > 2);
          const left = between(random, 1, await waiting());
          await until('some of it to be done', async () => (await waiting()) <= left);
          if ((await waiting()) > 0) killedAtWork += 1;
          await worker.kill();
          worker = await WorkerProcess.start(stack.env());
          if (kill === 0) await Promise.all(members.map((member) => changeTags(member)));
        }
        await changes;
        await until('all to be done', async () => (await waiting()) === 0, PATIENCE_MS);
      }
      expect(killedAtWork).toBeGreaterThan(0);

      const sky = await storedSky(stack.dataSource);
      expect(sky).toEqual(await expectedSky(stack.dataSource));
      expect(sky.links.length).toBeGreaterThan(0);
      expect(await tagUses()).toEqual([]);

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
        // What is told is told after the commit: a kill in between is mended by the next fetch, and nothing comes twice.
        const told = toldOf(upload);
        expect(told[upload.isBroken ? 'ready' : 'failed']).toBe(0);
        expect(told[upload.isBroken ? 'failed' : 'ready']).toBeLessThanOrEqual(1);
      }
      expect(uploads.filter(({ isBroken }) => isBroken).length).toBeGreaterThan(0);
    },
    ROUNDS * PATIENCE_MS + 60_000,
  );
});
