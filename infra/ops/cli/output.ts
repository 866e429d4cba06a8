import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Writable } from 'node:stream';

export type Row = object;

/** What a command answers. */
export type Output =
  /** A sentence or more, and the same as a value. Its exit code is `done` unless it has another one. */
  | { text: string; value: object; exitCode?: number }
  /** A list, or a page of one if another follows. */
  | { rows: Iterable<Row> | AsyncIterable<Row>; cursor?: string | null }
  /** A list that is long, for a file. */
  | { csv: AsyncIterable<Row> }
  | { record: object };

/** Returns a page of a list as the output of a command. */
export const pageOutput = ({
  items,
  nextCursor,
}: {
  items: readonly Row[];
  nextCursor: string | null;
}): Output => ({ rows: items, cursor: nextCursor });

/** Returns a page as an output. @param rows of the page, plus one more row if another page follows */
export function pageOf(rows: readonly (Row & { id: string })[], limit: number): Output {
  const items = rows.slice(0, limit);
  return pageOutput({ items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null });
}

/** Writes an output: text for people, or with `isJson` one JSON document. */
export async function writeOutput(output: Output, isJson: boolean, stdout: Writable): Promise<void> {
  await pipeline(Readable.from(isJson ? jsonParts(output) : textParts(output)), stdout, { end: false });
}

async function* jsonParts(output: Output): AsyncGenerator<string> {
  if ('text' in output) yield `${JSON.stringify(output.value)}\n`;
  else if ('record' in output) yield `${JSON.stringify(output.record)}\n`;
  else {
    let separator = '{"items":[';
    for await (const row of 'csv' in output ? output.csv : output.rows) {
      yield separator + JSON.stringify(row);
      separator = ',';
    }
    const cursor = 'csv' in output ? null : (output.cursor ?? null);
    yield `${separator === ',' ? '' : separator}],"cursor":${JSON.stringify(cursor)}}\n`;
  }
}

async function* textParts(output: Output): AsyncGenerator<string> {
  if ('text' in output) yield `${output.text}\n`;
  else if ('record' in output) yield* recordLines(output.record);
  else if ('csv' in output) {
    let hasHeader = false;
    for await (const row of output.csv) {
      if (!hasHeader) yield csvLine(Object.keys(row));
      hasHeader = true;
      yield csvLine(Object.values(row).map((value) => (value === null ? '' : textOf(value))));
    }
  } else {
    let isEmpty = true;
    for await (const row of output.rows) {
      isEmpty = false;
      yield `${rowText(row)}\n`;
    }
    if (isEmpty) yield 'Nothing found.\n';
    if (output.cursor) yield `More: --cursor ${output.cursor}\n`;
  }
}

const csvLine = (values: readonly string[]): string =>
  `${values.map((value) => (/[",\r\n]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join(',')}\r\n`;

/** Returns the fields that say something, each with its name. */
const rowText = (row: Row): string =>
  Object.entries(row)
    .filter(([, value]) => value !== null && value !== false)
    .map(([name, value]) => `${name}=${textOf(value)}`)
    .join('  ');

function* recordLines(record: object): Generator<string> {
  for (const [name, value] of Object.entries(record)) {
    if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'object')) {
      yield `${name}:\n`;
      for (const item of value) yield `  ${rowText(item)}\n`;
    } else yield `${name}: ${textOf(value)}\n`;
  }
}

function textOf(value: unknown): string {
  if (value === null) return '-';
  if (typeof value === 'string') return value;
  if (value instanceof Date) return value.toISOString();
  const username: unknown = typeof value === 'object' ? Reflect.get(Object(value), 'username') : undefined;
  return typeof username === 'string' ? `@${username}` : JSON.stringify(value);
}
