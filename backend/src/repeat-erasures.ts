import 'reflect-metadata';
import { createLogger, loadProcessConfig } from '@oniverse/platform';
import { createBackend } from './app.js';
import { loadBackendConfig } from './config.js';
import { ErasureService } from './safety/index.js';

// After a restore, before any backend listens: erases the accounts again that members erased since the given moment.
const config = loadProcessConfig(loadBackendConfig);
const logger = createLogger('repeat-erasures', config.logLevel);
const since = new Date(process.argv[2] ?? '');
const app = await createBackend(config, logger);
try {
  await app.init();
  process.stdout.write(`${await app.get(ErasureService).repeat(since)}\n`);
} catch (error) {
  logger.fatal({ err: error }, 'Erasures failed');
  process.exitCode = 1;
} finally {
  await app.close();
}
