import type { WaitlistEntryView } from '@oniverse/contracts';
import { defineCommand, type OpsCommand, parseId, PLAIN, withPage } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { pageOutput } from '../cli/output.js';

/** How many entries an export reads at once. */
const EXPORT_PAGE = 1_000;

async function* allEntries(context: Context): AsyncGenerator<WaitlistEntryView> {
  let cursor: string | undefined;
  do {
    const { items, nextCursor } = await context.operate('waitlist.list', { limit: EXPORT_PAGE, cursor });
    yield* items;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

export const WAITLIST_COMMANDS: readonly OpsCommand[] = [
  defineCommand({
    name: 'waitlist:list',
    summary: 'Lists the waitlist, who waits longest first; or the entry of an address or Oni ID.',
    syntax: (command) => withPage(command.argument('[text]')),
    run: async (context, [q], { limit, cursor }) =>
      pageOutput(await context.operate('waitlist.list', { q, limit, cursor })),
  }),
  defineCommand({
    name: 'waitlist:export',
    summary: 'Prints the whole waitlist as CSV.',
    syntax: PLAIN,
    run: async (context) => ({ csv: allEntries(context) }),
  }),
  defineCommand({
    name: 'waitlist:invite',
    summary: 'Invites an entry of the waitlist by mail, or prints its link if the site cannot mail.',
    syntax: (command) => command.argument('<id>', 'of the entry', parseId),
    run: async (context, [entryId]) => ({ record: await context.operate('waitlist.invite', { entryId }) }),
  }),
];
