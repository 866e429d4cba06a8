import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type Logger, NestLogger, REDIS } from '@oniverse/platform';
import {
  type AddressResolver,
  CLIENT_ADDRESS,
  createHttpAdapter,
  configureHttp,
  LiveAdapter,
  LiveMetrics,
  LiveService,
} from '@oniverse/platform/backend';
import { AppModule } from './app.module.js';
import type { BackendConfig } from './config.js';
import { DocsService, SiteHeads } from './site/index.js';
import { RequestAdmission } from './account/index.js';

/** Creates a backend that is ready to listen. Several backends can run side by side. */
export async function createBackend(config: BackendConfig, logger: Logger): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, logger),
    createHttpAdapter(config, logger),
    { bodyParser: false, logger: new NestLogger(logger), abortOnError: false },
  );
  app.setGlobalPrefix('api', {
    // Addresses that clients receive and store, outside of the API prefix.
    exclude: [
      { path: 'objects/:key', method: RequestMethod.GET },
      { path: 'uploads/:token', method: RequestMethod.PUT },
      { path: 'uploads/:token', method: RequestMethod.GET },
      { path: 'uploads/:token/parts/:number', method: RequestMethod.PUT },
      { path: 'uploads/:token/complete', method: RequestMethod.POST },
      { path: 'exports/:token', method: RequestMethod.GET },
      { path: 'exports/dimensions/:id', method: RequestMethod.GET },
      { path: 'feeds/*address', method: RequestMethod.GET },
      { path: 'dev/mail', method: RequestMethod.GET },
      { path: 'dev/mail/*address', method: RequestMethod.GET },
    ],
  });
  app.useWebSocketAdapter(
    new LiveAdapter(
      app,
      config,
      app.get(LiveService),
      app.get(REDIS.publisher),
      app.get(REDIS.subscriber),
      logger,
      app.get<AddressResolver>(CLIENT_ADDRESS),
      app.get(LiveMetrics),
    ),
  );
  app.get(DocsService).setApplication(app);
  await configureHttp(app, config, app.get(SiteHeads));
  // After the security headers, so that rejected calls have them too.
  app.get(RequestAdmission).install(app.getHttpAdapter().getInstance());
  return app;
}
