import { ANNOUNCEMENT_RULES, firstViolation, readField } from '@oniverse/contracts';
import { defineCommand, type OpsCommand, parseId, withPage } from '../cli/command.js';
import { wrongUsage } from '../cli/command-error.js';
import { pageOutput } from '../cli/output.js';

/** @throws CommandError if it breaks a rule */
function readText(name: keyof typeof ANNOUNCEMENT_RULES, given: string): string {
  const value = readField(ANNOUNCEMENT_RULES[name], given);
  const violation = firstViolation(ANNOUNCEMENT_RULES[name], value);
  if (violation) throw wrongUsage(violation.message);
  return value;
}

/** @throws CommandError */
function parseTime(value: string): string {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw wrongUsage(`${value} is no time, such as 2026-11-27T03:00Z.`);
  return time.toISOString();
}

export const ANNOUNCEMENT_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'announcements:list',
    summary: 'Lists announcements, newest first.',
    syntax: (command) => withPage(command),
    run: async (context, _args, { limit, cursor }) =>
      pageOutput(await context.operate('announcements.list', { limit, cursor })),
  }),
  defineCommand({
    name: 'announcements:create',
    summary: 'Announces something to everyone for a time.',
    syntax: (command) =>
      command
        .requiredOption('--title <text>', 'what it is about, in a few words')
        .option('--text <text>', 'more about it')
        .option('--link <text>', 'where to read on: an address or a path of this site')
        .option('--from <time>', 'when it appears; now if absent', parseTime)
        .requiredOption('--until <time>', 'when it disappears', parseTime),
    run: async (context, _args, { title, text, link, from, until }) => ({
      record: await context.operate('announcements.create', {
        title: readText('title', title),
        ...(text !== undefined && { text: readText('text', text) }),
        ...(link !== undefined && { link: readText('link', link) }),
        startsAt: from ?? new Date().toISOString(),
        endsAt: until,
      }),
    }),
  }),
  defineCommand({
    name: 'announcements:delete',
    summary: 'Deletes an announcement.',
    syntax: (command) => command.argument('<id>', 'of the announcement', parseId),
    run: async (context, [id]) => {
      await context.operate('announcements.delete', { id });
      return { text: 'The announcement is deleted.', value: { deleted: id } };
    },
  }),
];
