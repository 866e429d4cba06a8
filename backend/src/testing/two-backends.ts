import type { Type } from '@nestjs/common';
import { LiveClient, TestStack } from '@oniverse/testing';
import { BackendUnderTest } from './backend-under-test.js';

/** Two backends on one stack, and the clients that were connected to them: for what must hold across instances. */
export class TwoBackends {
  private readonly clients: LiveClient[] = [];

  private constructor(
    readonly stack: TestStack,
    private readonly backends: readonly [BackendUnderTest, BackendUnderTest],
  ) {}

  static async start(): Promise<TwoBackends> {
    const stack = await TestStack.start();
    const first = await BackendUnderTest.start(stack.config());
    return new TwoBackends(stack, [first, await BackendUnderTest.start(stack.config())]);
  }

  /** Asks one of them over HTTP. */
  api(backend: 0 | 1) {
    return this.backends[backend].api;
  }

  /** Where one of them is. */
  url(backend: 0 | 1): string {
    return this.backends[backend].url;
  }

  /** A provider of one of them, to look inside. */
  service<T>(backend: 0 | 1, provider: Type<T>): T {
    return this.backends[backend].app.get(provider);
  }

  /** Connects to one of them; closed at the end. */
  async connect(backend: 0 | 1, sessionId: string): Promise<LiveClient> {
    const client = await LiveClient.connect(this.backends[backend].url, { sessionId });
    this.clients.push(client);
    return client;
  }

  async stop(): Promise<void> {
    for (const client of this.clients) client.close();
    await Promise.all(this.backends.map((backend) => backend.stop()));
    await this.stack.stop();
  }
}
