import 'reflect-metadata';
import { createLogger, loadProcessConfig, runProcess } from '@oniverse/platform';
import { createBackend } from './app.js';
import { loadBackendConfig } from './config.js';

const config = loadProcessConfig(loadBackendConfig);
const logger = createLogger('backend', config.logLevel);
await runProcess(async () => {
  const app = await createBackend(config, logger);
  await app.listen(config.port, config.host);
  return app;
}, logger);
