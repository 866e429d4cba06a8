import { Client } from 'pg';

const counts = new Map<string, number>();

function textOf(query: unknown): string {
  if (typeof query === 'string') return query;
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined;
  return typeof text === 'string' ? text : 'unknown';
}

Client.prototype.query = new Proxy(Client.prototype.query, {
  apply(query, client, args: unknown[]): unknown {
    const text = textOf(args[0]).replaceAll(/\s+/g, ' ').trim();
    counts.set(text, (counts.get(text) ?? 0) + 1);
    return Reflect.apply(query, client, args);
  },
});

/** Returns the number of queries that this process has sent to PostgreSQL, by statement. */
export function queryCounts(): Readonly<Record<string, number>> {
  return Object.fromEntries(counts);
}
