import { parseArgs } from 'node:util';
import { createDataSource } from '@oniverse/data';
import { createLogger, loadConfig } from '@oniverse/platform/command';
import type { DataSource } from 'typeorm';
import { rebuildConstellation } from './constellation/rebuild.js';
import { createServer } from './servers/create-server.js';
import { nameModerator } from './servers/name-moderator.js';

const PROGRESS_MS = 1_000;
/** One that writes, and one for what must not wait for its end. */
const CONNECTIONS = 2;
/** Commands write many rows at once, and nobody waits for them with a request. */
const QUERY_TIMEOUT_MS = 10 * 60_000;

const config = loadConfig(process.env);
const logger = createLogger('ops', config.logLevel);

/** What whoever runs Oniverse may ask for. */
const COMMANDS: Readonly<Record<string, (dataSource: DataSource, args: string[]) => Promise<void>>> = {
  'constellation:rebuild': async (dataSource) => {
    let said = 0;
    const rebuilt = await rebuildConstellation(dataSource, (what, done) => {
      if (Date.now() - said < PROGRESS_MS) return;
      said = Date.now();
      logger.info({ done }, what);
    });
    logger.info(rebuilt, 'The constellation was rebuilt');
  },
  'server:create': async (dataSource, args) => {
    const { name = '', description = null } = parseArgs({
      args,
      options: { name: { type: 'string' }, description: { type: 'string' } },
    }).values;
    const id = await createServer(dataSource, { name, description });
    logger.info({ id }, 'The public dimension is there');
  },
  'server:moderator': async (dataSource, args) => {
    const { server = '', member = '' } = parseArgs({
      args,
      options: { server: { type: 'string' }, member: { type: 'string' } },
    }).values;
    await nameModerator(dataSource, server, member);
    logger.info({ server, member }, 'The member is a moderator now');
  },
};

const run = COMMANDS[process.argv[2] ?? ''];
if (!run) {
  process.stderr.write(`Usage: npm run ops -- ${Object.keys(COMMANDS).join(' | ')}\n`);
  process.exitCode = 1;
} else {
  const dataSource = createDataSource(config.databaseUrl, {
    poolSize: CONNECTIONS,
    queryTimeoutMs: QUERY_TIMEOUT_MS,
  });
  try {
    await dataSource.initialize();
    await run(dataSource, process.argv.slice(3));
  } catch (error) {
    logger.fatal({ err: error }, 'It failed');
    process.exitCode = 1;
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}
