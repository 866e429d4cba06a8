import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, type DedicatedTestStack, LiveClient, waitUntil } from '@oniverse/testing';
import { Latencies, now } from '../live/measure/latency.js';

const INTERVAL_MS = 1_000;
const TIMEOUT_MS = 30_000;
/** So many new shared tags make the link one of the strongest of both members. */
const TAGS_PER_CHANGE = 5;

interface Member {
  id: string;
  sessionId: string;
}

/** Two members whose link a new pair of posts strengthens every second. */
export class LiveLinks {
  readonly visible = new Latencies();
  private changes = 0;

  private constructor(
    private readonly backend: BackendProcess,
    private readonly watcher: LiveClient,
    private readonly members: readonly [Member, Member],
  ) {}

  /** Starts a backend and a watcher of the constellation. */
  static async start(stack: DedicatedTestStack, ids: readonly string[]): Promise<LiveLinks> {
    const [one, other] = await Promise.all([
      openSession(stack, ids[Math.floor(ids.length / 3)] ?? ''),
      openSession(stack, ids[Math.floor(ids.length / 2)] ?? ''),
    ]);
    const backend = await BackendProcess.start(stack.env(), await freePort());
    const watcher = await LiveClient.connect(backend.url, { sessionId: one.sessionId });
    await watcher.request('constellation:watch', {});
    return new LiveLinks(backend, watcher, [one, other]);
  }

  get memberIds(): string[] {
    return this.members.map(({ id }) => id);
  }

  /** Measures changes until the promise settles. */
  async measureUntil(end: Promise<unknown>): Promise<void> {
    const ended = new AbortController();
    const abort = (): void => ended.abort();
    end.then(abort, abort);
    while (!ended.signal.aborted) {
      await this.measure();
      await sleep(INTERVAL_MS);
    }
  }

  async stop(): Promise<void> {
    this.watcher.close();
    await this.backend.stop();
  }

  /** Records the time from the second member's request until the watcher receives the link. */
  private async measure(): Promise<void> {
    const [one, other] = this.members;
    this.changes += 1;
    const tags = Array.from({ length: TAGS_PER_CHANGE }, (_, index) => `live${this.changes}x${index}`);
    const last = tags.at(-1) ?? '';
    let visibleAt = 0;
    const onChanged = (...payloads: unknown[]): void => {
      const text = JSON.stringify(payloads);
      if (visibleAt === 0 && text.includes(one.id) && text.includes(`"${last}"`)) visibleAt = now();
    };
    this.watcher.socket.on('constellation:changed', onChanged);
    await this.post(one, tags);
    const startedAt = now();
    await this.post(other, tags);
    await waitUntil('the link to be published', () => visibleAt > 0, TIMEOUT_MS);
    this.watcher.socket.off('constellation:changed', onChanged);
    this.visible.record(visibleAt - startedAt);
  }

  private async post({ sessionId }: Member, tags: readonly string[]): Promise<void> {
    const answer = await fetch(`${this.backend.url}/api/posts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sessionId}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'A post', content: 'x', tags }),
    });
    if (!answer.ok) throw new Error(`/posts: ${answer.status} ${await answer.text()}`);
  }
}

async function openSession({ dataSource }: DedicatedTestStack, userId: string): Promise<Member> {
  const sessionId = randomBytes(32).toString('base64url');
  await dataSource.query(
    `INSERT INTO sessions (id, user_id, expires_at) VALUES ($1, $2, now() + interval '30 days')`,
    [createHash('sha256').update(sessionId).digest('hex'), userId],
  );
  return { id: userId, sessionId };
}
