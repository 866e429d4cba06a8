import { resealSecrets } from '../account-key/account-key.js';
import { defineCommand, type OpsCommand, PLAIN } from '../cli/command.js';
import { rebuildConstellation } from '../constellation/rebuild.js';
import { rolesScript } from '../database/roles-script.js';
import { cleanAllTexts } from '../texts/clean-texts.js';

const PROGRESS_MS = 5_000;

/** Commands for the database as a whole. */
export const SITE_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'account-key:reseal',
    summary: 'Encrypts the secrets of authenticator apps with the first ACCOUNT_KEY.',
    syntax: PLAIN,
    run: async ({ dataSource, config }) => {
      const value = await resealSecrets(dataSource, config.accountKeys);
      return {
        text: `${value.resealed} secrets encrypted with the first ACCOUNT_KEY; no key opens ${value.unopened}.`,
        value,
      };
    },
  }),
  defineCommand({
    name: 'constellation:rebuild',
    summary: 'Has the workers recompute every link, and prints their progress.',
    syntax: PLAIN,
    run: async ({ dataSource, logger }) => {
      const report = (progress: object) => logger.info(progress, 'Rebuilding');
      await rebuildConstellation(dataSource, report, PROGRESS_MS);
      return { text: 'Constellation rebuilt.', value: { done: true } };
    },
  }),
  defineCommand({
    name: 'database:roles',
    summary: 'Prints the statements that a superuser of your own PostgreSQL runs once.',
    isOffline: true,
    syntax: PLAIN,
    run: async ({ config }) => {
      const statements = rolesScript(config);
      return { text: statements.join('\n'), value: { statements } };
    },
  }),
  defineCommand({
    name: 'texts:clean',
    summary: 'Has the workers remove characters that XML cannot carry, and prints their progress.',
    syntax: PLAIN,
    run: async ({ dataSource, logger }) => {
      await cleanAllTexts(dataSource, (progress) => logger.info(progress, 'Cleaning'), PROGRESS_MS);
      return { text: 'Texts cleaned.', value: { done: true } };
    },
  }),
];
