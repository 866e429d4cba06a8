import 'reflect-metadata';
import { createLogger, loadConfig, runProcess } from '@oniverse/platform';
import { createBackend } from './app.js';

const config = loadConfig(process.env);
const logger = createLogger('backend', config.logLevel);
await runProcess(async () => {
  const app = await createBackend(config, logger);
  await app.listen(config.port, config.host);
  return app;
}, logger);
