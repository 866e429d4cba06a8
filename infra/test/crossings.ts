import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Crossing, crossingsOf, crossingsOfFunction } from './shard-crossings.js';
import { SHARD_PLAN } from './shard-plan.js';
import { readSourceStatements } from './source-statements.js';

const FOLDERS = [
  'backend/src',
  'worker/src',
  'libs/data/src',
  'libs/platform/src',
  'infra/migrate',
  'infra/ops',
];
const FUNCTIONS = 'libs/data/src/functions';
/** The reviewed list, which `npm run crossings` writes. */
export const CROSSINGS_FILE = 'infra/test/crossings.txt';

/** Returns a line for each function of the product with statements that cross shards, and the number of all functions and statements. */
export function listCrossings(root: string): { text: string; places: number; statements: number } {
  const places = new Map<string, Crossing[]>();
  const add = (place: string, read: () => Crossing[]): void => {
    try {
      places.set(place, [...(places.get(place) ?? []), ...read()]);
    } catch (cause) {
      throw new Error(`${place} has a statement that PostgreSQL would not parse`, { cause });
    }
  };
  for (const { file, owner, texts } of readSourceStatements(root, FOLDERS)) {
    for (const text of texts) add(`${file} ${owner}`, () => crossingsOf(text, SHARD_PLAN));
  }
  for (const name of readdirSync(join(root, FUNCTIONS))) {
    const definition = readFileSync(join(root, FUNCTIONS, name), 'utf8');
    add(`${FUNCTIONS}/${name}`, () => crossingsOfFunction(definition, SHARD_PLAN));
  }
  const lines = [...places].flatMap(([place, crossings]) => {
    const parts = (['all', 'several', 'apart'] as const).flatMap((kind) => {
      const tables = [...new Set(crossings.flatMap((crossing) => crossing[kind]))].toSorted();
      return tables.length > 0 ? [`${kind} ${tables.join(', ')}`] : [];
    });
    return parts.length > 0 ? [`${place}: ${parts.join('; ')}\n`] : [];
  });
  return {
    text: lines.toSorted().join(''),
    places: places.size,
    statements: [...places.values()].flat().length,
  };
}
