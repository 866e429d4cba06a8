import { defineCommand, type OpsCommand, parseNumber, PLAIN } from '../cli/command.js';
import { findLoad, prepareLoad } from './load-members.js';

export const LOAD_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'load:prepare',
    summary: 'Creates members for `npm run load`, in private dimensions, and prints their sessions as JSON.',
    syntax: (command) =>
      command
        .option('--members <number>', 'how many members', parseNumber(1, 20_000), 200)
        .option('--channels <number>', 'how many channels', parseNumber(1, 2_000), 20)
        .option('--public', 'show the members to everyone, so that they can view profiles', false),
    confirm: (_args, { members }) => ({
      warning: `This creates ${members} members, whose sessions it prints. load:clear erases them.`,
      word: 'load',
    }),
    run: async ({ dataSource }, _args, options) => {
      const dimensions = await prepareLoad(dataSource, options);
      return { text: JSON.stringify({ dimensions }), value: { dimensions } };
    },
  }),
  defineCommand({
    name: 'load:clear',
    summary: 'Erases the members of all loads, with their dimensions, messages and files.',
    syntax: PLAIN,
    confirm: () => ({
      warning: 'This erases the members of all loads and all that belongs to them.',
      word: 'load',
    }),
    run: async (context) => {
      const { userIds, serverIds } = await findLoad(context.dataSource);
      for (const serverId of serverIds) await context.operate('servers.delete', { serverId });
      for (const userId of userIds) await context.operate('members.erase', { userId });
      return {
        text: `${userIds.length} members and ${serverIds.length} dimensions are erased.`,
        value: { members: userIds.length, dimensions: serverIds.length },
      };
    },
  }),
];
