import { Client } from 'pg';
import { to } from 'pg-copy-streams';
import type { DataSource } from 'typeorm';

/** What comes before the rows: eleven bytes that are always the same, flags, and the length of nothing more. */
const HEADER_BYTES = 19;
/** The first byte of what stands in place of a row's number of fields after the last one: -1. */
const NO_MORE = 0xff;
/** How long an id is. */
export const ID_BYTES = 16;

/** One row as it came: its fields are read where they lie, and only until the next row. */
export class CopiedRow {
  bytes: Buffer = Buffer.alloc(0);
  private readonly starts: Int32Array;
  private readonly lengths: Int32Array;

  constructor(private readonly fields: number) {
    this.starts = new Int32Array(fields);
    this.lengths = new Int32Array(fields);
  }

  /** Where a field begins in `bytes`. */
  start(field: number): number {
    return this.starts[field]!;
  }

  end(field: number): number {
    return this.starts[field]! + this.lengths[field]!;
  }

  isNull(field: number): boolean {
    return this.lengths[field]! < 0;
  }

  /** @param offset of the four bytes in the field */
  int(field: number, offset = 0): number {
    return int32(this.bytes, this.starts[field]! + offset);
  }

  bool(field: number): boolean {
    return this.bytes[this.starts[field]!] === 1;
  }

  text(field: number): string {
    return this.bytes.toString('utf8', this.start(field), this.end(field));
  }

  /**
   * Takes the row that begins there.
   * @returns where it ends, or -1 where none begins or it has not all come yet
   */
  take(at: number): number {
    const { bytes, fields } = this;
    if (at + 2 > bytes.length || bytes[at] === NO_MORE) return -1;
    let next = at + 2;
    for (let field = 0; field < fields; field += 1) {
      if (next + 4 > bytes.length) return -1;
      const length = int32(bytes, next);
      this.starts[field] = next + 4;
      this.lengths[field] = length;
      next += length < 0 ? 4 : 4 + length;
    }
    return next > bytes.length ? -1 : next;
  }
}

/** Memory for one step of a query, in PostgreSQL's words: sums for each member stay there. */
const WORK_MEM = '64MB';

/**
 * Reads rows as PostgreSQL's COPY sends them, in its binary form, which costs both sides a fraction of a query's rows;
 * on a connection of its own, without the limit of time that the others have.
 * Source of the form: PostgreSQL's documentation, SQL commands, COPY, "Binary Format".
 * @param fields how many columns the query has
 * @param visit looks at a row
 */
export async function copyRows(
  dataSource: DataSource,
  query: string,
  fields: number,
  visit: (row: CopiedRow) => void,
): Promise<void> {
  const client = new Client(addressOf(dataSource));
  await client.connect();
  try {
    await client.query(`SET work_mem = '${WORK_MEM}'`);
    // What becomes of the rows takes longer than they do: more processes for them would take its processor away.
    await client.query('SET max_parallel_workers_per_gather = 0');
    const stream: AsyncIterable<Buffer> = client.query(to(`COPY (${query}) TO STDOUT (FORMAT binary)`));
    await eachRow(stream, new CopiedRow(fields), visit);
  } finally {
    await client.end();
  }
}

async function eachRow(
  stream: AsyncIterable<Buffer>,
  row: CopiedRow,
  visit: (row: CopiedRow) => void,
): Promise<void> {
  let rest: Buffer = Buffer.alloc(0);
  let isBegun = false;
  for await (const chunk of stream) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    if (!isBegun && bytes.length >= HEADER_BYTES) {
      isBegun = true;
      at = HEADER_BYTES;
    }
    row.bytes = bytes;
    for (let end = isBegun ? row.take(at) : -1; end >= 0; end = row.take(at)) {
      visit(row);
      at = end;
    }
    rest = bytes.subarray(at);
  }
}

function addressOf({ options }: DataSource): string {
  if (options.type !== 'postgres' || options.url === undefined) {
    throw new Error('The data source does not say by an address where its database is');
  }
  return options.url;
}

function int32(bytes: Uint8Array, at: number): number {
  return (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
}

/** An id as text, of the sixteen bytes that it is. */
export function idText(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
