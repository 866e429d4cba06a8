import { createDataSource, migrate } from '@oniverse/data';
import { createLogger, isOutage, loadConfig, ObjectStore } from '@oniverse/platform';
import { seed } from '../seed/seed.js';

/** How long the database and the store are waited for: tries, and milliseconds between them. */
const TRIES = 30;
const TRY_DELAY_MS = 1_000;

const config = loadConfig(process.env);
const logger = createLogger('migrate', config.logLevel);

/** Does something that needs a part which may still be starting. */
async function whenUp<T>(part: string, attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isOutage(error) || tries === TRIES) throw error;
      logger.info({ part, tries }, 'Waiting for it to come up');
      await new Promise((resolve) => {
        setTimeout(resolve, TRY_DELAY_MS);
      });
    }
  }
}

/** The step before anything else starts: migrations, the seed, and the bucket for objects. */
const dataSource = createDataSource(config.databaseUrl, { poolSize: 2 });
try {
  await whenUp('database', () => dataSource.initialize());
  const ran = await migrate(dataSource, () => seed(dataSource));
  await whenUp('objects', () => new ObjectStore(config.objectStore).ensureBucket());
  logger.info({ ran }, ran.length > 0 ? 'The database was migrated' : 'The database is up to date');
} catch (error) {
  logger.fatal({ err: error }, 'Could not migrate');
  process.exitCode = 1;
} finally {
  if (dataSource.isInitialized) await dataSource.destroy();
}
