import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, createLogger, type Logger } from '@oniverse/platform';
import supertest from 'supertest';
import { createBackend } from '../app.js';
import { type BackendConfig, type PasswordCost, readAttachmentBytes, readPictureQuota } from '../config.js';
import { Conformance } from './conformance.js';

/** The least that argon2 allows, because tests log in often. */
const CHEAP: PasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export class BackendUnderTest {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    private readonly conformance: Conformance,
  ) {}

  static async start(
    config: Config & Partial<BackendConfig>,
    logger: Logger = createLogger('test', config.logLevel),
  ): Promise<BackendUnderTest> {
    const app = await createBackend(
      {
        pictureQuota: readPictureQuota({}),
        attachmentBytes: readAttachmentBytes({}),
        passwordCost: CHEAP,
        ...config,
      },
      logger,
    );
    const conformance = new Conformance(app);
    await app.listen(0, '127.0.0.1');
    return new BackendUnderTest(app, await app.getUrl(), conformance);
  }

  get api() {
    return supertest(this.url);
  }

  /** Stops the backend. @throws Error if a response did not match the OpenAPI document */
  async stop(): Promise<void> {
    await this.app.close();
    this.conformance.assertNoViolations();
  }
}

export const bearer = (sessionId: string): [string, string] => ['authorization', `Bearer ${sessionId}`];
