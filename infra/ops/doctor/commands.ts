import { defineCommand, type OpsCommand } from '../cli/command.js';
import { EXIT_CODES } from '../cli/command-error.js';
import { describeResults, examine, worstOf } from './doctor.js';

const CODES = {
  ok: EXIT_CODES.done,
  note: EXIT_CODES.done,
  warning: EXIT_CODES.warnings,
  problem: EXIT_CODES.failed,
};

export const DOCTOR_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'doctor',
    summary: 'Looks at all parts of the site, and says what to do about what it finds.',
    isOffline: true,
    syntax: (command) => command.option('--mail <address>', 'also sends a test mail'),
    run: async ({ config, env, logger }, _args, { mail }) => {
      const results = await examine(config, env, { mailTo: mail }, logger);
      const worst = worstOf(results);
      return { text: describeResults(results), value: { worst, results }, exitCode: CODES[worst] };
    },
  }),
];
