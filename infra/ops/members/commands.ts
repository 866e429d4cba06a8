import { STORAGE_LIMIT, STORAGE_MESSAGES } from '@oniverse/contracts';
import { siteOriginOf } from '@oniverse/platform/command';
import { defineCommand, type OpsCommand, withPage } from '../cli/command.js';
import { wrongUsage } from '../cli/command-error.js';
import { pageOutput } from '../cli/output.js';
import { endSessions } from './end-sessions.js';
import { makeResetLink } from './make-reset-link.js';

/** @throws CommandError */
function parseMegabytes(value: string): number | 'default' {
  if (value === 'default') return value;
  const number = Number(value);
  if (!/^\d+$/u.test(value) || number < STORAGE_LIMIT.min || number > STORAGE_LIMIT.max) {
    throw wrongUsage(`${STORAGE_MESSAGES.badStorageLimit.message} Or default.`);
  }
  return number;
}

/** Returns a limit as the API has it, where null is that of everyone. */
const limitOf = (given: number | 'default'): number | null => (given === 'default' ? null : given);

export const MEMBER_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'members:find',
    summary: 'Lists members, newest first: by the beginning of an Oni ID, a name, an address or a network.',
    syntax: (command) => withPage(command.argument('[text]')),
    run: async (context, [q], { limit, cursor }) =>
      pageOutput(await context.operate('members.list', { q, limit, cursor })),
  }),
  defineCommand({
    name: 'members:show',
    summary: 'Shows what the staff know of a member: storage, sessions, cases and measures.',
    syntax: (command) => command.argument('<oni-id>'),
    run: async (context) => ({
      record: await context.operate('members.show', { userId: context.requireMember().id }),
    }),
  }),
  defineCommand({
    name: 'members:reset-link',
    formerNames: ['member:reset-link'],
    summary: 'Prints a link that sets a new password of a member, once.',
    syntax: (command) => command.argument('<oni-id>'),
    run: async ({ dataSource, config }, [username]) => {
      const { url, expiresAt } = await makeResetLink(dataSource, username, siteOriginOf(config));
      return {
        text: `${url}\nIt works once, until ${expiresAt.toISOString()}. Send it only to the member.`,
        value: { url, expiresAt },
      };
    },
  }),
  defineCommand({
    name: 'members:end-sessions',
    summary: 'Ends all sessions of a member.',
    syntax: (command) => command.argument('<oni-id>'),
    run: async ({ dataSource }, [username]) => {
      const ended = await endSessions(dataSource, username);
      return { text: `${ended} sessions ended.`, value: { ended } };
    },
  }),
  defineCommand({
    name: 'members:erase',
    summary: 'Erases the account of a member who asked for it, as their own erasure does.',
    syntax: (command) => command.argument('<oni-id>'),
    confirm: ([username]) => ({
      warning: `This erases the account of ${username} and all that belongs to it, which nothing brings back.`,
      word: username,
    }),
    run: async (context) => {
      const { id, username } = context.requireMember();
      await context.operate('members.erase', { userId: id });
      return { text: `The account of ${username} is erased.`, value: { erased: id } };
    },
  }),
  defineCommand({
    name: 'members:export',
    summary: 'Prints an address that downloads the data of a member, once, as their own export does.',
    syntax: (command) => command.argument('<oni-id>'),
    run: async (context) => {
      const { url, expiresAt } = await context.operate('members.export', {
        userId: context.requireMember().id,
      });
      return {
        text: `${url}\nIt works once, until ${expiresAt}. The activity of the account has it.`,
        value: { url, expiresAt },
      };
    },
  }),
  defineCommand({
    name: 'members:storage',
    summary: 'Lists what members store, largest first; of a member, or with limits of their own.',
    syntax: (command) =>
      withPage(
        command
          .argument('[oni-id]')
          .option('--pictures <mb>', 'gives the member a limit of the album, or `default`', parseMegabytes)
          .option('--files <mb>', 'gives the member a limit of files, or `default`', parseMegabytes),
      ),
    run: async (context, _args, { pictures, files, limit, cursor }) => {
      if (pictures === undefined && files === undefined) {
        const q = context.member?.username;
        return pageOutput(await context.operate('storage.list', { q, limit, cursor }));
      }
      const limits = {
        ...(pictures !== undefined && { pictureMegabytes: limitOf(pictures) }),
        ...(files !== undefined && { attachmentMegabytes: limitOf(files) }),
      };
      return {
        record: await context.operate('storage.limit', { userId: context.requireMember().id, limits }),
      };
    },
  }),
];
