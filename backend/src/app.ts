import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Config, type Logger, NestLogger, REDIS } from '@oniverse/platform';
import { createHttpAdapter, finishHttp, LiveAdapter, LiveService } from '@oniverse/platform/backend';
import { AppModule } from './app.module.js';
import { DocsService } from './docs/docs.service.js';
import { ProfileHeads } from './profiles/profile-heads.js';

/** Builds one backend, ready to listen. Any number may run beside each other. */
export async function createBackend(config: Config, logger: Logger): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, logger),
    createHttpAdapter(config, logger),
    { bodyParser: false, logger: new NestLogger(logger), abortOnError: false },
  );
  app.setGlobalPrefix('api', {
    // Addresses that are handed out and kept, no calls.
    exclude: [
      { path: 'objects/:key', method: RequestMethod.GET },
      { path: 'uploads/:token', method: RequestMethod.PUT },
      { path: 'exports/:token', method: RequestMethod.GET },
    ],
  });
  app.useWebSocketAdapter(
    new LiveAdapter(app, config, app.get(LiveService), app.get(REDIS.publisher), app.get(REDIS.subscriber)),
  );
  app.get(DocsService).describe(app);
  await finishHttp(app, config, app.get(ProfileHeads));
  return app;
}
