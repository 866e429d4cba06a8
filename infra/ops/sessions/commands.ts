import { defineCommand, type OpsCommand, withPage } from '../cli/command.js';
import { wrongUsage } from '../cli/command-error.js';
import { pageOf } from '../cli/output.js';
import { endSessions } from '../members/end-sessions.js';
import { listSessions } from './list-sessions.js';

export const SESSION_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'sessions:list',
    summary: 'Lists open sessions, newest first; of all members or of one.',
    syntax: (command) => withPage(command.argument('[oni-id]')),
    run: async ({ dataSource, member }, _args, { limit, cursor }) =>
      pageOf(await listSessions(dataSource, { userId: member?.id, limit, cursor }), limit),
  }),
  defineCommand({
    name: 'sessions:end',
    summary: 'Ends the sessions of a member, or of all members.',
    syntax: (command) => command.argument('[oni-id]').option('--all', 'of all members'),
    confirm: (_args, { all }) =>
      all === true ? { warning: 'All members have to sign in again.', word: 'all' } : undefined,
    run: async ({ dataSource }, [username], { all }) => {
      if ((username === undefined) !== (all === true)) {
        throw wrongUsage('Give the Oni ID of the member, or --all for all members.');
      }
      const ended = await endSessions(dataSource, username ?? null);
      return { text: `${ended} sessions ended.`, value: { ended } };
    },
  }),
];
