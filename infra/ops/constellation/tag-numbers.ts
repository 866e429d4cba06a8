import { countTagUses } from '@oniverse/data';
import type { DataSource } from 'typeorm';

/** All tags, each with a number that holds for this rebuild. */
export class TagNumbers {
  private readonly ids: string[] = [];
  private readonly byName = new Map<string, number>();
  private readonly byId = new Map<string, number>();

  private constructor(private readonly dataSource: DataSource) {}

  static async read(dataSource: DataSource): Promise<TagNumbers> {
    const numbers = new TagNumbers(dataSource);
    numbers.learn(await dataSource.query('SELECT id, name FROM tags'));
    return numbers;
  }

  get count(): number {
    return this.ids.length;
  }

  /** Makes the tags that have no row yet: as a rule there are none. */
  async makeSure(names: Iterable<string>): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.byName.has(name));
    if (unknown.length === 0) return;
    // On a connection of its own: whoever holds a tag's row in a long transaction keeps members waiting.
    await countTagUses(
      this.dataSource.manager,
      unknown.map((name) => [name, 0]),
    );
    this.learn(await this.dataSource.query('SELECT id, name FROM tags WHERE name = ANY($1)', [unknown]));
  }

  /** @throws Error where nobody has made sure of it */
  numberOf(name: string): number {
    const number = this.byName.get(name);
    if (number === undefined) throw new Error(`The tag ${name} has no row`);
    return number;
  }

  /** @returns undefined for a tag that was made meanwhile */
  numberOfId(id: string): number | undefined {
    return this.byId.get(id);
  }

  idOf(number: number): string | undefined {
    return this.ids[number];
  }

  private learn(tags: readonly { id: string; name: string }[]): void {
    for (const { id, name } of tags) {
      this.byName.set(name, this.ids.length);
      this.byId.set(id, this.ids.length);
      this.ids.push(id);
    }
  }
}
