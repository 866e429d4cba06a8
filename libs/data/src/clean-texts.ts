import { PROFILE_TEXT_NAMES, PROFILE_RULES } from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';
import { snake } from './naming.js';
import { LEAST_ID } from './pages-by-id.js';

/**
 * What remains of a text without the characters that XML cannot carry: a `name` is trimmed, and U+FFFD rather than empty;
 * a `note` is trimmed, and null if it is empty; a `text` stays as it is written. Those on one line are as `onOneLine` in
 * libs/contracts has them.
 */
type Kind = 'name' | 'name on one line' | 'note' | 'note on one line' | 'text';

const PROFILE_COLUMNS: Readonly<Record<string, Kind>> = Object.fromEntries(
  PROFILE_TEXT_NAMES.map((name) => [snake(name), PROFILE_RULES[name].line ? 'note on one line' : 'note']),
);

/** The texts that members write for readers. */
const CLEANED = [
  { table: 'users', columns: { ...PROFILE_COLUMNS, profile_markdown: 'text' } },
  { table: 'posts', columns: { title: 'name on one line', content: 'text', markdown_content: 'text' } },
  { table: 'post_replies', columns: { content: 'name' } },
  { table: 'profile_archives', columns: { title: 'name on one line', markdown_content: 'text' } },
  { table: 'capsules', columns: { name: 'name on one line', description: 'note' } },
  { table: 'boards', columns: { name: 'name on one line', description: 'note' } },
  { table: 'images', columns: { title: 'note on one line', description: 'note' } },
  { table: 'servers', columns: { name: 'name on one line', description: 'note' } },
  { table: 'channels', columns: { name: 'name on one line', description: 'note' } },
  { table: 'messages', columns: { content: 'name' } },
  { table: 'passkeys', columns: { name: 'name on one line' } },
] as const satisfies readonly { table: string; columns: Readonly<Record<string, Kind>> }[];

export type CleanedTable = (typeof CLEANED)[number]['table'];

export const CLEANED_TABLES: readonly CleanedTable[] = CLEANED.map(({ table }) => table);

/** How far a cleaning is: the subject of its outbox row is the table, a slash, and the id of the last finished row. */
export interface CleaningPosition {
  table: CleanedTable;
  after: string;
}

/** Where a cleaning starts. */
export const CLEANING_START: CleaningPosition = { table: 'users', after: LEAST_ID };

export const formatCleaningPosition = ({ table, after }: CleaningPosition): string => `${table}/${after}`;

/** @throws Error if the table is unknown */
export function parseCleaningPosition(subject: string): CleaningPosition {
  const [name, after = LEAST_ID] = subject.split('/');
  const table = CLEANED_TABLES.find((known) => known === name);
  if (!table) throw new Error(`${subject} is no position of a cleaning`);
  return { table, after };
}

/** The characters that XML cannot carry, without those that PostgreSQL cannot store. */
const UNPRINTABLE = '\u0001-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF';
/** What `onOneLine` folds to a space, and what it leaves out. */
const BREAKS = '\t\n\r\u0085\u2028\u2029';
const OVERRIDES = '\u007F-\u0084\u0086-\u009F\u202A-\u202E\u2066-\u2069';

const replaced = (text: string, characters: string, replacement: string): string =>
  `regexp_replace(${text}, '[${characters}]+', '${replacement}', 'g')`;
const cleanedText = (column: string): string => replaced(column, UNPRINTABLE, '');
const cleanedLine = (column: string): string =>
  replaced(replaced(column, BREAKS, ' '), UNPRINTABLE + OVERRIDES, '');
const orReplacement = (cleaned: string): string => `coalesce(nullif(btrim(${cleaned}), ''), U&'\\FFFD')`;
const orNull = (cleaned: string): string => `nullif(btrim(${cleaned}), '')`;

const REMAINDER: Readonly<Record<Kind, (column: string) => string>> = {
  name: (column) => orReplacement(cleanedText(column)),
  'name on one line': (column) => orReplacement(cleanedLine(column)),
  note: (column) => orNull(cleanedText(column)),
  'note on one line': (column) => orNull(cleanedLine(column)),
  text: cleanedText,
};

const dirtOf = (kind: Kind): string => UNPRINTABLE + (kind.endsWith('on one line') ? BREAKS + OVERRIDES : '');

/**
 * Cleans the next rows of a table.
 * @returns the number of changed rows, and the position of the following ones; undefined at the end
 */
export async function cleanTexts(
  manager: EntityManager,
  { table, after }: CleaningPosition,
  limit: number,
): Promise<{ cleaned: number; next: CleaningPosition | undefined }> {
  const place = CLEANED_TABLES.indexOf(table);
  const columns: [string, Kind][] = Object.entries(CLEANED[place]?.columns ?? {});
  const assignments = columns.map(([column, kind]) => `${column} = ${REMAINDER[kind](`thing.${column}`)}`);
  const isDirty = columns.map(([column, kind]) => `${column} ~ '[${dirtOf(kind)}]'`).join(' OR ');
  const rows: { cleaned: number; last: string | null }[] = await manager.query(
    `WITH batch AS (SELECT id FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2::integer),
          dirty AS (SELECT id FROM ${table} WHERE id IN (SELECT id FROM batch) AND (${isDirty}) ORDER BY id FOR UPDATE),
          cleaned AS (UPDATE ${table} thing SET ${assignments.join(', ')} FROM dirty WHERE thing.id = dirty.id RETURNING 1)
     SELECT (SELECT count(*)::integer FROM cleaned) AS cleaned,
            (SELECT id FROM batch ORDER BY id OFFSET $2::integer - 1) AS last`,
    [after, limit],
  );
  const { cleaned = 0, last = null } = rows[0] ?? {};
  if (last !== null) return { cleaned, next: { table, after: last } };
  const following = CLEANED_TABLES[place + 1];
  return { cleaned, next: following && { table: following, after: LEAST_ID } };
}
