import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, createLogger } from '@oniverse/platform';
import supertest from 'supertest';
import { createBackend } from '../app.js';
import { Conformance } from './conformance.js';

/** A backend in this process, listening on a port of its own. */
export class BackendUnderTest {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    private readonly conformance: Conformance,
  ) {}

  static async start(config: Config): Promise<BackendUnderTest> {
    const app = await createBackend(config, createLogger('test', config.logLevel));
    const conformance = new Conformance(app);
    await app.listen(0, '127.0.0.1');
    return new BackendUnderTest(app, await app.getUrl(), conformance);
  }

  /** Asks over HTTP, with a session where one is given. */
  get api() {
    return supertest(this.url);
  }

  /** @throws Error where an answer was not what the published document says */
  async stop(): Promise<void> {
    await this.app.close();
    this.conformance.assert();
  }
}

/** The header that carries a session. */
export const bearer = (sessionId: string): [string, string] => ['authorization', `Bearer ${sessionId}`];
