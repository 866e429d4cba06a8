import { defineCommand, type OpsCommand, parseId, withPage } from '../cli/command.js';
import { pageOf } from '../cli/output.js';
import { createServer } from './create-server.js';
import { listServers, nameOfServer, showServer } from './list-servers.js';
import { makeModerator } from './make-moderator.js';

export const SERVER_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'servers:find',
    summary: 'Lists dimensions, newest first, also private ones: by a part of the name.',
    syntax: (command) => withPage(command.argument('[text]')),
    run: async ({ dataSource }, [q], { limit, cursor }) =>
      pageOf(await listServers(dataSource, { q, limit, cursor }), limit),
  }),
  defineCommand({
    name: 'servers:show',
    summary: 'Shows a dimension: its owner, members, channels and messages.',
    syntax: (command) => command.argument('<id>', 'of the dimension', parseId),
    run: async ({ dataSource }, [id]) => ({ record: await showServer(dataSource, id) }),
  }),
  defineCommand({
    name: 'servers:create',
    formerNames: ['server:create'],
    summary: 'Creates a public dimension.',
    syntax: (command) =>
      command.requiredOption('--name <text>', 'its name').option('--description <text>', 'what it is about'),
    run: async ({ dataSource }, _args, { name, description = null }) => {
      const id = await createServer(dataSource, { name, description });
      return { text: `Public dimension ${id} created.`, value: { id } };
    },
  }),
  defineCommand({
    name: 'servers:moderator',
    formerNames: ['server:moderator'],
    summary: 'Makes a member a moderator of a dimension.',
    syntax: (command) =>
      command
        .requiredOption('--server <id>', 'the dimension')
        .requiredOption('--member <oni-id>', 'the member, who joins it if necessary'),
    run: async ({ dataSource }, _args, { server, member }) => {
      await makeModerator(dataSource, server, member);
      return { text: `${member} is now a moderator.`, value: { server, member } };
    },
  }),
  defineCommand({
    name: 'servers:transfer',
    summary: 'Transfers a dimension to one of its members. The owner becomes a moderator.',
    syntax: (command) => command.argument('<id>', 'of the dimension', parseId).argument('<oni-id>'),
    confirm: ([id, username]) => ({
      warning: `${username} becomes the owner of the dimension ${id}.`,
      word: username,
    }),
    run: async (context, [serverId]) => {
      await nameOfServer(context.dataSource, serverId);
      const { id: userId, username } = context.requireMember();
      await context.operate('servers.transfer', { serverId, userId });
      return { text: `${username} owns the dimension.`, value: { serverId, ownerId: userId } };
    },
  }),
  defineCommand({
    name: 'servers:delete',
    summary: 'Deletes a dimension with all of its channels and messages.',
    syntax: (command) => command.argument('<id>', 'of the dimension', parseId),
    confirm: ([id]) => ({
      warning: `This deletes the dimension ${id} with all of its messages, which nothing brings back.`,
      word: id,
    }),
    run: async (context, [serverId]) => {
      const name = await nameOfServer(context.dataSource, serverId);
      await context.operate('servers.delete', { serverId });
      return { text: `The dimension ${name} is deleted.`, value: { deleted: serverId } };
    },
  }),
];
