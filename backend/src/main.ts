import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger, Health, loadProcessConfig, runProcess } from '@oniverse/platform';
import { SocketBalance } from '@oniverse/platform/backend';
import { createBackend } from './app.js';
import { loadBackendConfig } from './config.js';

const config = loadProcessConfig(loadBackendConfig);
const logger = createLogger('backend', config.logLevel);
await runProcess(
  async () => {
    const app = await createBackend(config, logger);
    await app.listen(config.port, config.host);
    return app;
  },
  logger,
  async (app) => {
    // The gateway notices within this time, and sends no request that would meet a closed connection.
    app.get(Health).leave();
    app.get(SocketBalance).leave();
    await delay(config.leaveMs);
  },
);
