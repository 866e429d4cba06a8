import { Argument } from '@commander-js/extra-typings';
import { LOG_LEVELS } from '@oniverse/contracts';
import { storeSiteSetting } from '@oniverse/data';
import { defineCommand, type OpsCommand } from '../cli/command.js';

/** Stands for `LOG_LEVEL`. */
const CONFIGURED = 'configured';

export const LOG_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'logs:level',
    summary:
      'Sets the level of all logs while the servers run, within 5 s; `configured` is that of LOG_LEVEL.',
    syntax: (command) =>
      command.addArgument(new Argument('<level>').choices([...LOG_LEVELS, CONFIGURED] as const)),
    run: async ({ dataSource }, [level]) => {
      const logLevel = level === CONFIGURED ? null : level;
      await storeSiteSetting(dataSource.manager, 'logLevel', logLevel);
      return { text: `The servers log at the level ${level} within 5 s.`, value: { logLevel } };
    },
  }),
];
