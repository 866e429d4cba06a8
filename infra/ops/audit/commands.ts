import { listOpsCommands } from '@oniverse/data';
import { defineCommand, type OpsCommand, withPage } from '../cli/command.js';
import { pageOf } from '../cli/output.js';

export const AUDIT_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'audit:list',
    summary: 'Lists the commands of operators, newest first: who, when, and how they ended.',
    syntax: (command) => withPage(command),
    run: async ({ dataSource }, _args, { limit, cursor }) =>
      pageOf(await listOpsCommands(dataSource.manager, { limit, cursor }), limit),
  }),
];
