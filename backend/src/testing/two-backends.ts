import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Config } from '@oniverse/platform';
import { LiveClient, TestStack } from '@oniverse/testing';
import { BackendUnderTest, bearer } from './backend-under-test.js';

/** Two backends on one stack with connected clients, for tests across instances. */
export class TwoBackends<Stack extends TestStack = TestStack> {
  private readonly clients: LiveClient[] = [];

  private constructor(
    readonly stack: Stack,
    private readonly backends: readonly [BackendUnderTest, BackendUnderTest],
  ) {}

  static async start(overrides: Partial<Config> = {}): Promise<TwoBackends> {
    return TwoBackends.startOn(await TestStack.start(), overrides);
  }

  static async startOn<Stack extends TestStack>(
    stack: Stack,
    overrides: Partial<Config> = {},
  ): Promise<TwoBackends<Stack>> {
    const first = await BackendUnderTest.start(stack.config(overrides));
    return new TwoBackends(stack, [first, await BackendUnderTest.start(stack.config(overrides))]);
  }

  api(backend: 0 | 1) {
    return this.backends[backend].api;
  }

  /** Calls the API of the first backend, as the member of a session. @param path without the prefix `/api` */
  callAs(
    { sessionId }: { sessionId: string },
    method: 'get' | 'post' | 'put' | 'patch' | 'delete',
    path: string,
    body?: object,
  ) {
    const api = this.api(0);
    const request = api[method](`/api${path}`).set(...bearer(sessionId));
    return body === undefined ? request : request.send(body);
  }

  url(backend: 0 | 1): string {
    return this.backends[backend].url;
  }

  app(backend: 0 | 1): NestFastifyApplication {
    return this.backends[backend].app;
  }

  getProvider<T>(backend: 0 | 1, provider: Type<T>): T {
    return this.app(backend).get(provider);
  }

  /** Connects a client to one backend. `stop` closes it. */
  async connect(backend: 0 | 1, sessionId: string): Promise<LiveClient> {
    return this.connectWith(backend, { sessionId });
  }

  /** Like `connect`, without a session. */
  async connectVisitor(backend: 0 | 1): Promise<LiveClient> {
    return this.connectWith(backend, {});
  }

  private async connectWith(backend: 0 | 1, options: { sessionId?: string }): Promise<LiveClient> {
    const client = await LiveClient.connect(this.backends[backend].url, options);
    this.clients.push(client);
    return client;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    await Promise.all(this.backends.map((backend) => backend.stop()));
    await this.stack.stop();
  }
}
