import { defineCommand, type OpsCommand, PLAIN } from '../cli/command.js';
import { endMaintenance, showMaintenance, startMaintenance } from './maintenance.js';

export const MAINTENANCE_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'maintenance:start',
    summary:
      'Makes the site read only, plans that, or changes what is planned; all backends follow within 5 s.',
    syntax: (command) =>
      command
        .option('--minutes <number>', 'how long it lasts')
        .option('--until <time>', 'when it ends, such as 2026-12-01T03:20Z, instead of --minutes')
        .option('--from <time>', 'when it starts; now without it')
        .option('--text <text>', 'what is done, which the banner says'),
    run: async ({ dataSource }, _args, times) => ({ record: await startMaintenance(dataSource, times) }),
  }),
  defineCommand({
    name: 'maintenance:show',
    summary: 'Shows the maintenance that runs or is planned.',
    syntax: PLAIN,
    run: async ({ dataSource }) => ({ record: await showMaintenance(dataSource) }),
  }),
  defineCommand({
    name: 'maintenance:end',
    summary: 'Ends the maintenance, or cancels the planned one; all backends follow within 5 s.',
    syntax: PLAIN,
    run: async ({ dataSource }) => {
      await endMaintenance(dataSource);
      return { text: 'Maintenance ended.', value: { state: 'none' } };
    },
  }),
];
