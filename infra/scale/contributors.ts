import { isDeepStrictEqual } from 'node:util';
import { formatRebuildPosition, OUTBOX_TOPICS, OutboxRow, startOf, storeKeyOf } from '@oniverse/data';
import { sleep } from '@oniverse/embedded';
import type { ObjectStore } from '@oniverse/platform';
import { makeMember, waitUntil } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { expectedConstellation, storedConstellation } from '../../worker/src/testing/constellation-state.js';
import { drawQuarters } from '../../worker/src/testing/pictures.js';
import { between, type Random } from '../faults/random.js';
import { type ObserveCall, property, RepeatedCalls } from '../faults/rest.js';
import type { TrafficTarget } from '../faults/community.js';

const MEMBERS = 5;
const TAGS = ['ash', 'bay', 'cy', 'dew', 'elm', 'fir', 'gum', 'haw'];
const UPLOAD_ONE_IN = 6;
const ANSWER_MS = 5_000;
const PACE_MS = 3_000;
/** How long the worker may take to finish its last jobs, in milliseconds. */
const JOBS_MS = 120_000;

/** Members who change the tags of a post and add pictures, which gives the worker jobs. */
export class Contributors {
  private readonly calls: RepeatedCalls;
  /** The pictures in the albums, by the paths of their uploads. */
  private readonly pictures = new Set<string>();
  private readonly tags = new Map<string, string[]>();
  private isFinishing = false;
  private tasks: Promise<void>[] = [];

  private constructor(
    private readonly urls: readonly string[],
    private readonly dataSource: DataSource,
    private readonly store: ObjectStore,
    private readonly random: Random,
    observe: ObserveCall,
    private readonly picture: Uint8Array<ArrayBuffer>,
  ) {
    this.calls = new RepeatedCalls(urls, { answerMs: ANSWER_MS, observe });
  }

  /** @param store that of the product */
  static async start(
    { urls, dataSource }: TrafficTarget,
    store: ObjectStore,
    random: Random,
    observe: ObserveCall,
  ): Promise<Contributors> {
    const picture = new Uint8Array(await drawQuarters(300, 200).png().toBuffer());
    const contributors = new Contributors(urls, dataSource, store, random, observe, picture);
    const members = await Promise.all(Array.from({ length: MEMBERS }, () => makeMember(dataSource)));
    // Members who were inserted by the tests are in the constellation only after a rebuild.
    await dataSource.getRepository(OutboxRow).insert({
      topic: OUTBOX_TOPICS.rebuildConstellation,
      subject: formatRebuildPosition(startOf('tags')),
    });
    contributors.tasks = members.map(({ sessionId }) => contributors.contribute(sessionId));
    return contributors;
  }

  get pictureCount(): number {
    return this.pictures.size;
  }

  async finish(): Promise<void> {
    this.isFinishing = true;
    await Promise.all(this.tasks);
  }

  async abort(): Promise<void> {
    this.calls.abort();
    await this.finish();
  }

  /** Waits until no job is left, then compares what was acknowledged with what is stored. @returns one line per violation */
  async check(): Promise<string[]> {
    const { dataSource, store } = this;
    await waitUntil(
      'all jobs to finish',
      async () => (await dataSource.getRepository(OutboxRow).count()) === 0,
      JOBS_MS,
    );
    const found = [...this.calls.violations];
    const posts: { id: string; tags: string[] }[] = await dataSource.query('SELECT id, tags FROM posts');
    for (const { id, tags } of posts) {
      const expected = this.tags.get(id);
      if (expected && !isDeepStrictEqual(tags, expected)) {
        found.push(`a post has the tags ${String(tags)}, not ${String(expected)}`);
      }
    }
    if (!isDeepStrictEqual(await storedConstellation(dataSource), await expectedConstellation(dataSource))) {
      found.push('the constellation is not that of the tags');
    }
    for (const path of this.pictures) {
      const rows: { path: string }[] = await dataSource.query(
        `SELECT path FROM objects WHERE state = 'used' AND (path = $1 OR rendition_of = $1)`,
        [path],
      );
      if (rows.length < 2) found.push(`the picture ${path} has no rendition`);
      for (const row of rows) {
        if (!(await store.has(storeKeyOf(row.path)))) found.push(`the object ${row.path} is lost`);
      }
    }
    return found;
  }

  private async contribute(sessionId: string): Promise<void> {
    // A member may have only few posts of the same text; a late attempt makes another one, which stays as it is.
    const post = await this.calls.repeat(
      'POST',
      'posts',
      sessionId,
      { title: 'x', content: 'x', tags: [] },
      [201],
    );
    const id = String(property(post?.body, 'id'));
    while (!this.isFinishing) {
      await sleep(between(this.random, 0, 2 * PACE_MS));
      const tags = TAGS.filter(() => this.random() < 0.4);
      if (await this.calls.repeat('PATCH', `posts/${id}`, sessionId, { tags })) this.tags.set(id, tags);
      if (this.random() < 1 / UPLOAD_ONE_IN) await this.upload(sessionId);
    }
  }

  /** Adds a picture. An upload whose bytes are not acknowledged starts again at another address. */
  private async upload(sessionId: string): Promise<void> {
    for (;;) {
      const ticket = await this.calls.repeat('POST', 'objects/upload', sessionId);
      if (!ticket) return;
      const path = String(property(ticket.body, 'objectPath'));
      if (!(await this.sendBytes(String(property(ticket.body, 'uploadURL'))))) continue;
      // An earlier attempt without an answer may have used the upload.
      const added = await this.calls.repeat(
        'POST',
        'images',
        sessionId,
        { imageUrl: path, tags: [] },
        [201, 409],
      );
      if (added) this.pictures.add(path);
      return;
    }
  }

  private async sendBytes(address: string): Promise<boolean> {
    try {
      const url = new URL(address, this.urls[Math.floor(this.random() * this.urls.length)]);
      const answer = await fetch(url, {
        method: 'PUT',
        body: this.picture,
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  }
}
