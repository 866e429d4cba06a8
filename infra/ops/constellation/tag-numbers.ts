import { adjustTagUsage } from '@oniverse/data';
import type { DataSource } from 'typeorm';
import { ByteKeys } from './byte-keys.js';
import { copyRows, idText } from './copied-rows.js';
import { Hashes } from './hashes.js';
import { nameHashesOf, WAYS_OF_KEEPING } from './link-digests.js';

/** All tags, each with a number that holds for this rebuild; a tag that has no row yet gets one when it is met. */
export class TagNumbers {
  private readonly names = new ByteKeys();
  /** Of those that have a row. */
  private readonly ids = new ByteKeys();
  private readonly marked: boolean[] = [];
  /** Of those too: for each as many hashes of its name as there are ways of keeping a link. */
  private readonly hashes = new Hashes();

  private constructor(private readonly dataSource: DataSource) {}

  static async read(dataSource: DataSource): Promise<TagNumbers> {
    const numbers = new TagNumbers(dataSource);
    await copyRows(
      dataSource,
      `SELECT id, name, is_hub, ${nameHashesOf('name')} FROM tags`,
      3 + WAYS_OF_KEEPING.length,
      (row) => {
        numbers.ids.add(row.bytes, row.start(0), row.end(0));
        numbers.names.add(row.bytes, row.start(1), row.end(1));
        numbers.marked.push(row.bool(2));
        for (const place of WAYS_OF_KEEPING.keys()) numbers.hashes.pushField(row, 3 + place);
      },
    );
    return numbers;
  }

  get count(): number {
    return this.names.length;
  }

  /** @param bytes a tag's name, from `start` to `end` */
  ofName(bytes: Uint8Array, start: number, end: number): number {
    return this.names.add(bytes, start, end);
  }

  /**
   * @param bytes a tag's id, from `start` to `end`
   * @throws Error where there is no such tag
   */
  ofId(bytes: Buffer, start: number, end: number): number {
    const number = this.ids.find(bytes, start, end);
    if (number < 0) throw new Error(`The tag ${idText(bytes.subarray(start, end))} has no row`);
    return number;
  }

  nameOf(number: number): Buffer {
    return this.names.at(number);
  }

  idOf(number: number): string {
    return idText(this.ids.at(number));
  }

  /** The hashes of its name, the upper and the lower half of each by turns. */
  hashesOf(number: number): Int32Array {
    const each = 2 * WAYS_OF_KEEPING.length;
    return this.hashes.halves.subarray(number * each, (number + 1) * each);
  }

  /** Whether it was marked as a hub when it was read. */
  isMarked(number: number): boolean {
    return this.marked[number] ?? false;
  }

  /** Makes a row for each tag that has none: as a rule there are none. */
  async makeRows(): Promise<void> {
    const unknown = Array.from({ length: this.count - this.ids.length }, (_, place) =>
      this.nameOf(this.ids.length + place).toString(),
    );
    if (unknown.length === 0) return;
    // On a connection of its own: whoever holds a tag's row in a long transaction keeps members waiting.
    await adjustTagUsage(
      this.dataSource.manager,
      unknown.map((name) => [name, 0]),
    );
    const made: { id: string; hashes: string[] }[] = await this.dataSource.query(
      `SELECT tags.id, ARRAY[${nameHashesOf('name')}] AS hashes FROM unnest($1::text[]) WITH ORDINALITY AS wanted (name, place)
         JOIN tags USING (name) ORDER BY place`,
      [unknown],
    );
    for (const { id, hashes } of made) {
      const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
      this.ids.add(bytes, 0, bytes.length);
      for (const hash of hashes) this.hashes.push(BigInt(hash));
    }
  }
}
