import type { GameRecord, RecordDetails } from './rules.js';

/** Returns the record of a game that has no notation of its own: a head, and its lines. */
export function textRecord(
  title: string,
  { names, event, date }: RecordDetails,
  lines: readonly string[],
): GameRecord {
  const head = [title, `Event: ${event}`, `Date: ${date}`, `Players: ${names.join(', ')}`];
  return { type: 'txt', text: [...head, '', ...lines, ''].join('\n') };
}
