import { parseArgs } from 'node:util';
import { createDataSource } from '@oniverse/data';
import { createLogger, loadConfig, loadProcessConfig, siteOriginOf } from '@oniverse/platform/command';
import type { DataSource } from 'typeorm';
import { resealSecrets } from './account-key/account-key.js';
import { BACKUP_COMMANDS } from './backups/commands.js';
import { rebuildConstellation } from './constellation/rebuild.js';
import { rolesScript } from './database/roles-script.js';
import { setLogLevel } from './logs/log-level.js';
import { endSessions } from './members/end-sessions.js';
import { makeResetLink } from './members/make-reset-link.js';
import { runReports } from './reports/command.js';
import { createServer } from './servers/create-server.js';
import { makeModerator } from './servers/make-moderator.js';
import { addStaff, listStaff, removeStaff } from './staff/staff.js';
import { cleanAllTexts } from './texts/clean-texts.js';

const PROGRESS_MS = 5_000;

const config = loadProcessConfig(loadConfig);
const logger = createLogger('ops', config.logLevel);

/** @throws Error unless there is one argument */
function requireOne([username, ...others]: readonly string[]): string {
  if (username === undefined || others.length > 0) throw new Error('Give the Oni ID of the member.');
  return username;
}

const COMMANDS: Readonly<Record<string, (dataSource: DataSource, args: string[]) => Promise<void>>> = {
  'account-key:reseal': async (dataSource) => {
    logger.info(
      await resealSecrets(dataSource, config.accountKeys),
      'Secrets encrypted with the first ACCOUNT_KEY',
    );
  },
  'constellation:rebuild': async (dataSource) => {
    logger.info('The workers rebuild the constellation');
    await rebuildConstellation(dataSource, (progress) => logger.info(progress, 'Rebuilding'), PROGRESS_MS);
    logger.info('Constellation rebuilt');
  },
  'logs:level': async (dataSource, args) => {
    logger.info({ logLevel: await setLogLevel(dataSource, args) }, 'The servers log at this level in 5 s');
  },
  'member:reset-link': async (dataSource, args) => {
    const username = requireOne(args);
    const { url, expiresAt } = await makeResetLink(dataSource, username, siteOriginOf(config));
    // Not through the log, which must not contain tokens.
    process.stdout.write(
      `${url}\nIt works once, until ${expiresAt.toISOString()}. Send it only to the member.\n`,
    );
    logger.info({ member: username, expiresAt }, 'Reset link made');
  },
  reports: async (dataSource, args) => {
    // Not through the log: what members reported is for the operator only.
    process.stdout.write(`${await runReports(dataSource, args)}\n`);
  },
  'sessions:end': async (dataSource, [username, ...others]) => {
    if (username === undefined || others.length > 0) {
      throw new Error('Give the Oni ID of the member, or --all for all members.');
    }
    const ended = await endSessions(dataSource, username === '--all' ? null : username);
    logger.info({ member: username, ended }, 'Sessions ended');
  },
  'server:create': async (dataSource, args) => {
    const { name = '', description = null } = parseArgs({
      args,
      options: { name: { type: 'string' }, description: { type: 'string' } },
    }).values;
    const id = await createServer(dataSource, { name, description });
    logger.info({ id }, 'Public dimension created');
  },
  'server:moderator': async (dataSource, args) => {
    const { server = '', member = '' } = parseArgs({
      args,
      options: { server: { type: 'string' }, member: { type: 'string' } },
    }).values;
    await makeModerator(dataSource, server, member);
    logger.info({ server, member }, 'Member is now a moderator');
  },
  'staff:add': async (dataSource, args) => {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { role: { type: 'string', default: 'moderator' } },
    });
    const member = requireOne(positionals);
    await addStaff(dataSource, member, values.role);
    logger.info(
      { member, role: values.role },
      'Member is now on the staff; the console needs a second factor',
    );
  },
  'staff:list': async (dataSource, args) => {
    if (args.length > 0) throw new Error('This command takes no arguments.');
    for (const member of await listStaff(dataSource)) logger.info(member, 'Staff');
  },
  'staff:remove': async (dataSource, args) => {
    const member = requireOne(args);
    await removeStaff(dataSource, member);
    logger.info({ member }, 'Member is no longer on the staff');
  },
  'texts:clean': async (dataSource) => {
    logger.info('The workers clean the texts');
    await cleanAllTexts(dataSource, (progress) => logger.info(progress, 'Cleaning'), PROGRESS_MS);
    logger.info('Texts cleaned');
  },
};

/** Commands that connect by themselves, or not at all. */
const OTHER_COMMANDS: typeof BACKUP_COMMANDS = {
  ...BACKUP_COMMANDS,
  'database:roles': async (given) => {
    // Not through the log, which must not contain passwords.
    process.stdout.write(`${rolesScript(given).join('\n')}\n`);
  },
};

async function runOnDatabase(
  command: (dataSource: DataSource, args: string[]) => Promise<void>,
  args: string[],
): Promise<void> {
  const dataSource = createDataSource(config.directDatabaseUrl, { poolSize: 1 });
  try {
    await dataSource.initialize();
    await command(dataSource, args);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
  }
}

const [name = '', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
const otherCommand = OTHER_COMMANDS[name];
try {
  if (command) await runOnDatabase(command, args);
  else if (otherCommand) await otherCommand(config, args, logger);
  else {
    const names = [...Object.keys(COMMANDS), ...Object.keys(OTHER_COMMANDS)];
    process.stderr.write(
      `Usage: docker compose run --rm ops ${names.join(' | ')}\nBeside npm start: npm run ops -- …\n`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  logger.fatal({ err: error }, 'Command failed');
  process.exitCode = 1;
}
