import { type ListedObject, type ObjectStore, WRITE_CHECK } from '@oniverse/platform';
import type { DataSource, EntityManager } from 'typeorm';

/** An object that no row names, or a row whose object is missing. */
export type Orphan =
  | { kind: 'no_row'; key: string; bytes: number; storedAt: Date }
  | { kind: 'no_object'; key: string; bytes: null; storedAt: null };

/** How many rows and objects are read and checked at once. */
const BATCH = 1_000;
/** An object is stored before its row says so; how long that may take, in milliseconds. */
const SETTLING_MS = 60 * 60 * 1_000;

/** The keys of what must be in the store, in the order of their bytes, as stores list them. */
const NAMED_KEYS = `SELECT key COLLATE "C" AS key FROM (
    SELECT substr(path, 2) AS key FROM objects WHERE state IN ('stored', 'used', 'kept')
    UNION ALL SELECT object_key FROM server_exports WHERE state = 'done' AND object_key IS NOT NULL
    UNION ALL SELECT snapshot_object FROM cases WHERE snapshot_object IS NOT NULL
  ) named ORDER BY 1`;

/** Returns those of some keys that a row names, also while it is written or purged. */
const KNOWN_KEYS = `SELECT key FROM unnest($1::text[]) AS given (key)
  WHERE EXISTS (SELECT FROM objects WHERE path = '/' || key)
     OR EXISTS (SELECT FROM server_exports WHERE object_key = key)
     OR EXISTS (SELECT FROM cases WHERE snapshot_object = key)`;

/** The list of erasures, which no row names so that it outlives the database, and the check of the store. */
const isExpected = ({ key }: ListedObject): boolean => key.startsWith('erasures/') || key === WRITE_CHECK.key;

/**
 * Compares the bucket with the database, both read once in the order of their keys, so that memory does not grow with them. Checks
 * each difference again, because members go on while it reads.
 */
export async function* findOrphans(
  dataSource: DataSource,
  store: ObjectStore,
  now = Date.now(),
): AsyncGenerator<Orphan> {
  const settledBefore = now - SETTLING_MS;
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query(`DECLARE named NO SCROLL CURSOR FOR ${NAMED_KEYS}`);
    const named = readNamed(runner.manager);
    let row = await named.next();
    let unnamed: ListedObject[] = [];
    for await (const object of store.listObjects('')) {
      while (!row.done && row.value < object.key) {
        yield* unlessStored(runner.manager, store, row.value);
        row = await named.next();
      }
      if (!row.done && row.value === object.key) row = await named.next();
      else if (!isExpected(object)) unnamed.push(object);
      if (unnamed.length === BATCH) {
        yield* unlessKnown(runner.manager, unnamed, settledBefore);
        unnamed = [];
      }
    }
    yield* unlessKnown(runner.manager, unnamed, settledBefore);
    for (; !row.done; row = await named.next()) yield* unlessStored(runner.manager, store, row.value);
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

async function* readNamed(manager: EntityManager): AsyncGenerator<string, undefined> {
  for (;;) {
    const rows: { key: string }[] = await manager.query(`FETCH ${BATCH} FROM named`);
    if (rows.length === 0) return undefined;
    for (const { key } of rows) yield key;
  }
}

async function* unlessStored(
  manager: EntityManager,
  store: ObjectStore,
  key: string,
): AsyncGenerator<Orphan> {
  const isMissing = !(await store.has(key)) && (await knownOf(manager, [key])).has(key);
  if (isMissing) yield { kind: 'no_object', key, bytes: null, storedAt: null };
}

async function* unlessKnown(
  manager: EntityManager,
  objects: readonly ListedObject[],
  settledBefore: number,
): AsyncGenerator<Orphan> {
  const known = await knownOf(
    manager,
    objects.map(({ key }) => key),
  );
  for (const { key, size: bytes, storedAt } of objects) {
    const isSettled = storedAt.getTime() < settledBefore;
    if (isSettled && !known.has(key)) yield { kind: 'no_row', key, bytes, storedAt };
  }
}

/** Returns those of some keys that a row names now. */
async function knownOf(manager: EntityManager, keys: readonly string[]): Promise<Set<string>> {
  const rows: { key: string }[] = await manager.query(KNOWN_KEYS, [keys]);
  return new Set(rows.map(({ key }) => key));
}
