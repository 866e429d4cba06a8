import { Client } from 'pg';

const counts = new Map<string, number>();

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : 'unknown';
}

Client.prototype.query = new Proxy(Client.prototype.query, {
  apply(run, client, args: unknown[]): unknown {
    const text = textOf(args[0]).replaceAll(/\s+/g, ' ').trim();
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return Reflect.apply(run, client, args);
  },
});

/** The queries that this process has sent to PostgreSQL so far, by their text. */
export function countedQueries(): Readonly<Record<string, number>> {
  return Object.fromEntries(counts);
}
