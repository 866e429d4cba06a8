import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@oniverse/embedded';
import { BackendProcess, TestStack } from '@oniverse/testing';
import { TcpProxy } from './tcp-proxy.js';

const BACKENDS = 3;
const LOGS = fileURLToPath(new URL('../../artifacts/faults/', import.meta.url));

/** A backend, and the networks that it hangs on. */
export interface Post {
  readonly name: string;
  readonly backend: BackendProcess;
  /** Between members and this backend. */
  readonly members: TcpProxy;
  /** Between this backend and Redis. */
  readonly redis: TcpProxy;
  /** Between this backend and PostgreSQL. */
  readonly postgres: TcpProxy;
}

/** Three backends on real services, every connection among them through a network that can fail. */
export class Stage {
  private constructor(
    readonly stack: TestStack,
    readonly posts: readonly Post[],
  ) {}

  /**
   * Starts it; needs the backend's build.
   * @param name of the folder in artifacts/faults that gets the backends' logs
   */
  static async start(name: string): Promise<Stage> {
    const logs = join(LOGS, name);
    await rm(logs, { recursive: true, force: true });
    await mkdir(logs, { recursive: true });
    const stack = await TestStack.start({ durable: true });
    const places = Array.from({ length: BACKENDS }, (_, index) => index + 1);
    const started = await Promise.allSettled(places.map((place) => startPost(stack, place, logs)));
    const stage = new Stage(
      stack,
      started.flatMap((post) => (post.status === 'fulfilled' ? [post.value] : [])),
    );
    const failed = started.find((post) => post.status === 'rejected');
    if (!failed) return stage;
    // What is left running would keep the test's process from its end.
    await stage.stop();
    throw failed.reason;
  }

  /** The addresses of all backends, as members know them. */
  get urls(): string[] {
    return this.posts.map(({ members }) => `http://127.0.0.1:${members.port}`);
  }

  /** Ends all of it; everything has to be well again. */
  async stop(): Promise<void> {
    for (const { members } of this.posts) members.stop();
    await Promise.all(this.posts.map(({ backend }) => backend.stop()));
    for (const { redis, postgres } of this.posts) for (const link of [redis, postgres]) link.stop();
    await this.stack.stop();
  }
}

async function startPost(stack: TestStack, place: number, logs: string): Promise<Post> {
  const env = stack.env();
  const postgres = await proxied(env['DATABASE_URL']);
  const redis = await proxied(env['REDIS_URL']);
  const started = BackendProcess.start(
    { ...env, DATABASE_URL: postgres.url, REDIS_URL: redis.url, LOG_LEVEL: 'info' },
    await freePort(),
    join(logs, `backend-${place}.log`),
  );
  const backend = await started.catch((error: unknown) => {
    for (const { proxy } of [postgres, redis]) proxy.stop();
    throw error;
  });
  const members = await TcpProxy.start(Number(new URL(backend.url).port));
  return { name: `backend ${place}`, backend, members, redis: redis.proxy, postgres: postgres.proxy };
}

/** A network in front of a service, and the address by which it is reached through it. */
async function proxied(address = ''): Promise<{ proxy: TcpProxy; url: string }> {
  const url = new URL(address);
  const proxy = await TcpProxy.start(Number(url.port));
  url.port = String(proxy.port);
  return { proxy, url: url.href };
}
