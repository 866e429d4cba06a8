import type { ServerEvent } from '@oniverse/contracts';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, DedicatedTestStack, LiveClient, makeMember, WorkerProcess } from '@oniverse/testing';
import { Latencies, now } from '../live/measure/latency.js';
import type { Findings } from '../live/scenarios/scenario.js';

const P99_MS = 1_000;
/** A change that an open page must show, which member's page that is, and the event that reaches it. */
interface Update {
  name: string;
  by: 'author' | 'reader';
  event: ServerEvent;
  method: 'POST' | 'PUT';
  /** Path and body of the call, given the author's post. */
  call: (postId: string, turn: number) => { path: string; body: object };
}

const UPDATES: readonly Update[] = [
  {
    name: 'a reply, on the page of the post',
    by: 'author',
    event: 'post:changed',
    method: 'POST',
    call: (postId) => ({ path: `/api/posts/${postId}/replies`, body: { content: 'Which hand?' } }),
  },
  {
    name: 'a reply, in the night log',
    by: 'author',
    event: 'notifications:changed',
    method: 'POST',
    call: (postId) => ({ path: `/api/posts/${postId}/replies`, body: { content: 'Which hand?' } }),
  },
  {
    name: 'a kept tag, on another device',
    by: 'reader',
    event: 'bookmarks:changed',
    method: 'PUT',
    call: (_, turn) => ({ path: `/api/bookmarks/tag/kept${turn}`, body: {} }),
  },
  {
    name: 'a new link, at home',
    by: 'author',
    event: 'links:changed',
    method: 'POST',
    call: (_, turn) => ({ path: '/api/posts', body: { title: 'x', content: 'x', tags: [`tag${turn}`] } }),
  },
];

/** Measures the time from a change to its event on another backend, in a small and idle system. */
export async function measureUpdates(turns: number): Promise<Findings> {
  const stack = await DedicatedTestStack.start({ durable: true });
  const backends = [
    await BackendProcess.start(stack.env(), await freePort()),
    await BackendProcess.start(stack.env(), await freePort()),
  ] as const;
  const worker = await WorkerProcess.start({ ...stack.env(), OPS_PORT: String(await freePort()) });
  const call = async (sessionId: string, method: string, path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`${backends[0].url}${path}`, {
      method,
      headers: { authorization: `Bearer ${sessionId}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const value: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(value)}`);
    return value;
  };
  const measured = UPDATES.map((update) => ({ ...update, latencies: new Latencies() }));
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      const author = await makeMember(stack.dataSource);
      const reader = await makeMember(stack.dataSource);
      for (const { by, event, method, call: callOf, latencies } of measured) {
        const post = { title: 'Slow light', content: 'x', tags: [`tag${turn}`] };
        const created = await call(author.sessionId, 'POST', '/api/posts', post);
        const postId = String(Reflect.get(Object(created), 'id'));
        const page = await LiveClient.connect(backends[1].url, {
          sessionId: by === 'author' ? author.sessionId : reader.sessionId,
        });
        if (event === 'post:changed') await page.request('post:watch', { postId });
        const { path, body } = callOf(postId, turn);
        const changed = new Promise<void>((resolve) => {
          page.socket.onAny((name: string) => {
            if (name === event) resolve();
          });
        });
        const startedAt = now();
        await call(reader.sessionId, method, path, body);
        await changed;
        latencies.record(now() - startedAt);
        page.close();
      }
    }
  } finally {
    await worker.stop();
    await Promise.all(backends.map((backend) => backend.stop()));
    await stack.stop();
  }
  const worst = Math.max(...measured.map(({ latencies }) => latencies.percentile(0.99)));
  return {
    title: `${turns} changes of each kind, from the request to the event at an open page on another backend`,
    table: [
      ['milliseconds', 'p50', 'p99'],
      ...measured.map(({ name, latencies }) => [
        name,
        latencies.percentile(0.5).toFixed(1),
        latencies.percentile(0.99).toFixed(1),
      ]),
    ],
    verdicts: [
      {
        criterion: `open pages learn of a change within ${P99_MS} ms at p99`,
        measured: `${worst.toFixed(1)} ms`,
        isMet: worst <= P99_MS,
      },
    ],
    raw: measured.map(({ name, latencies }) => ({ name, latencies })),
  };
}
