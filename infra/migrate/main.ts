import { createMigrationSource, migrate, MigrationError } from '@oniverse/data';
import {
  adviceForRefusal,
  createLogger,
  isOutage,
  loadConfig,
  loadProcessConfig,
  ObjectStore,
} from '@oniverse/platform';
import { canOpenSecrets } from '../ops/account-key/account-key.js';
import { seedRadios } from '../seed/seed-radios.js';
import { seed } from '../seed/seed.js';

const MAX_ATTEMPTS = 30;
const RETRY_DELAY_MS = 1_000;

const config = loadProcessConfig(loadConfig);
const logger = createLogger('migrate', config.logLevel);

async function retryUntilUp<T>(service: string, attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isOutage(error) || attempts === MAX_ATTEMPTS) throw error;
      logger.info({ part: service, tries: attempts }, 'Waiting for the service to start');
      await new Promise((resolve) => {
        setTimeout(resolve, RETRY_DELAY_MS);
      });
    }
  }
}

/** Runs before every other process: migrations, the seed, the object store's bucket, and the files of the seed. */
const dataSource = createMigrationSource(config.directDatabaseUrl);
try {
  await retryUntilUp('database', () => dataSource.initialize());
  const applied = await migrate(dataSource, () => seed(dataSource), {
    ...(config.productDatabaseUrl !== null && { productUrl: config.productDatabaseUrl }),
    onProgress: (message, details) => logger.info(details, message),
  });
  const store = new ObjectStore(config.objectStore);
  await retryUntilUp('objects', async () => {
    await store.ensureBucket();
    await seedRadios(dataSource, store);
  });
  if (!(await canOpenSecrets(dataSource, config.accountKeys))) {
    logger.error(
      'ACCOUNT_KEY does not open the secrets of authenticator apps, so their members need a recovery code. Add the key that ' +
        'this site had before, after a comma.',
    );
  }
  logger.info({ ran: applied }, applied.length > 0 ? 'Database migrated' : 'Database up to date');
} catch (error) {
  if (error instanceof MigrationError) logger.fatal({ err: error.cause }, error.message);
  else logger.fatal({ err: error }, adviceForRefusal(error) ?? 'Migration failed');
  process.exitCode = 1;
} finally {
  if (dataSource.isInitialized) await dataSource.destroy();
}
