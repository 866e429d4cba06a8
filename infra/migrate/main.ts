import { createDataSource, migrate } from '@oniverse/data';
import { createLogger, loadConfig, ObjectStore } from '@oniverse/platform';
import { seed } from '../seed/seed.js';

/** The step before anything else starts: migrations, the seed, and the bucket for objects. */
const config = loadConfig(process.env);
const logger = createLogger('migrate', config.logLevel);
const dataSource = createDataSource(config.databaseUrl, 2);
try {
  await dataSource.initialize();
  const ran = await migrate(dataSource, () => seed(dataSource));
  await new ObjectStore(config.objectStore).ensureBucket();
  logger.info({ ran }, ran.length > 0 ? 'The database was migrated' : 'The database is up to date');
} catch (error) {
  logger.fatal({ err: error }, 'Could not migrate');
  process.exitCode = 1;
} finally {
  if (dataSource.isInitialized) await dataSource.destroy();
}
