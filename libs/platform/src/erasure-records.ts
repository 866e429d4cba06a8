import { Readable } from 'node:stream';
import type { ObjectStore } from './objects.js';

const FOLDER = 'erasures/';
const KEY = /^erasures\/(\d+)\/([0-9a-f-]{36})$/u;

/** An account that a member erased. */
export interface ErasureRecord {
  userId: string;
  erasedAt: Date;
}

/** Returns the name of a record. It has all that a record holds. */
export const erasureRecordName = ({ userId, erasedAt }: ErasureRecord): string =>
  `${FOLDER}${erasedAt.getTime()}/${userId}`;

/** Returns the records among the names in a store. */
export const parseErasureRecords = (names: readonly string[]): ErasureRecord[] =>
  names.flatMap((name) => {
    const [, time, userId] = KEY.exec(name) ?? [];
    return time === undefined || userId === undefined ? [] : [{ userId, erasedAt: new Date(Number(time)) }];
  });

/**
 * The erased accounts, in the object store and so outside of the database, for a restore of the database to erase them
 * again. An object for each one, which no change of another one can lose.
 */
export class ErasureRecords {
  constructor(private readonly store: ObjectStore) {}

  /** Repeating it changes nothing. @throws ProblemError `storage_full` or `unavailable` */
  async add(record: ErasureRecord): Promise<void> {
    // Not empty, because some stores take an empty object for a folder.
    const bytes = Buffer.from('\n');
    const type = { size: bytes.length, contentType: 'application/octet-stream' };
    await this.store.put(erasureRecordName(record), Readable.from([bytes]), type);
  }

  /** @throws Error if the store does not answer */
  async list(): Promise<ErasureRecord[]> {
    return parseErasureRecords(await this.store.listKeys(FOLDER));
  }

  /** @throws ProblemError `unavailable` if one remains */
  async remove(records: readonly ErasureRecord[]): Promise<void> {
    await this.store.remove(records.map(erasureRecordName));
  }
}
