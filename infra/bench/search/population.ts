import { randomUUID } from 'node:crypto';
import { seededRandom } from '@oniverse/testing';
import type { DataSource } from 'typeorm';
import { zipfFrom } from '../constellation/population.js';

export interface Population {
  members: number;
  posts: number;
  pictures: number;
  dimensions: number;
  tags: number;
  /** Distinct words in all texts. */
  words: number;
}

const BATCH_SIZE = 5_000;
const WORDS_PER_TITLE = 4;
const WORDS_PER_POST = 40;
const WORDS_PER_BIO = 8;
const CONSONANTS = Array.from('bcdfghklmnprstvz');
const VOWELS = Array.from('aeiou');
const SYLLABLES = CONSONANTS.length * VOWELS.length;

/** Returns the word of a rank in frequency: short words are frequent, and all ranks have different words. */
export function wordAt(rank: number): string {
  let rest = rank * 37 + 11;
  let word = '';
  do {
    const syllable = rest % SYLLABLES;
    word += `${CONSONANTS[Math.floor(syllable / VOWELS.length)] ?? ''}${VOWELS[syllable % VOWELS.length] ?? ''}`;
    rest = Math.floor(rest / SYLLABLES);
  } while (rest > 0);
  return word;
}

/** Draws texts whose words follow Zipf's law. */
export class Texts {
  private readonly draw: () => number;

  constructor(
    private readonly random: () => number,
    words: number,
  ) {
    this.draw = zipfFrom(random, words);
  }

  below(count: number): number {
    return Math.floor(this.random() * count);
  }

  text(words: number): string {
    return Array.from({ length: words }, () => wordAt(this.draw())).join(' ');
  }

  tag(tags: number): string {
    return wordAt(this.draw() % tags);
  }
}

/** Fills an empty database. A fifth of the members, and a tenth of the other content, is private. @returns the members */
export async function populate(dataSource: DataSource, population: Population): Promise<string[]> {
  const texts = new Texts(seededRandom(1), population.words);
  const members = await insertMembers(dataSource, texts, population);
  await dataSource.query(
    `INSERT INTO tags (name, usage_count) SELECT name, 1 FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`,
    [Array.from({ length: population.tags }, (_, rank) => wordAt(rank))],
  );
  await withoutIndexes(dataSource, 'posts', () => insertPosts(dataSource, texts, population, members));
  await insertPictures(dataSource, texts, population, members);
  await dataSource.query(
    `INSERT INTO servers (owner_id, name, description, is_public)
     SELECT $1, name, description, n % 10 > 0
       FROM unnest($2::text[], $3::text[]) WITH ORDINALITY AS given (name, description, n)`,
    [
      members[0],
      Array.from({ length: population.dimensions }, () => texts.text(2)),
      Array.from({ length: population.dimensions }, () => texts.text(WORDS_PER_BIO)),
    ],
  );
  await dataSource.query('VACUUM ANALYZE');
  return members;
}

/** Fills a table without its indexes and builds them afterwards, which takes a fraction of the time. Unique ones stay. */
async function withoutIndexes(
  dataSource: DataSource,
  table: string,
  fill: () => Promise<void>,
): Promise<void> {
  const indexes: { name: string; definition: string }[] = await dataSource.query(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index WHERE indrelid = $1::regclass AND NOT indisunique`,
    [table],
  );
  for (const { name } of indexes) await dataSource.query(`DROP INDEX ${name}`);
  await fill();
  for (const { definition } of indexes) await dataSource.query(definition);
}

/** Adds a number of blocks for each member. The blocked members are not blockers and have no link to them, because benchmarks visit those. */
export async function insertBlocks(
  dataSource: DataSource,
  blockers: readonly string[],
  blocks: number,
): Promise<void> {
  await dataSource.query(
    `WITH pair AS (
       SELECT blocker.id, other.id AS other_id FROM unnest($1::uuid[]) AS blocker (id)
        CROSS JOIN LATERAL (SELECT users.id FROM users
                             WHERE users.id <> ALL ($1::uuid[]) AND NOT EXISTS (
                               SELECT FROM connections link
                                WHERE link.from_user_id = least(users.id, blocker.id)
                                  AND link.to_user_id = greatest(users.id, blocker.id))
                             ORDER BY md5(users.id::text || blocker.id::text) LIMIT $2) other
     )
     INSERT INTO blocks (member_id, other_id, is_own)
     SELECT id, other_id, true FROM pair UNION ALL SELECT other_id, id, false FROM pair
     ON CONFLICT DO NOTHING`,
    [blockers, blocks],
  );
  await dataSource.query('ANALYZE blocks');
}

async function insertMembers(
  dataSource: DataSource,
  texts: Texts,
  { members: count }: Population,
): Promise<string[]> {
  const ids: string[] = [];
  for (let first = 0; first < count; first += BATCH_SIZE) {
    const length = Math.min(BATCH_SIZE, count - first);
    const rows: { id: string }[] = await dataSource.query(
      `INSERT INTO users (username, email, password, display_name, bio, is_public)
       SELECT left(name, 13) || $1::integer + n, $1::integer + n || '@example.org', '!', display_name, bio, n % 5 > 0
         FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS given (name, display_name, bio, n)
       RETURNING id`,
      [
        first,
        Array.from({ length }, () => texts.text(1)),
        Array.from({ length }, () => texts.text(2)),
        Array.from({ length }, () => texts.text(WORDS_PER_BIO)),
      ],
    );
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

async function insertPosts(
  dataSource: DataSource,
  texts: Texts,
  { posts, tags }: Population,
  members: readonly string[],
): Promise<void> {
  for (let first = 0; first < posts; first += BATCH_SIZE) {
    const length = Math.min(BATCH_SIZE, posts - first);
    await dataSource.query(
      `INSERT INTO posts (user_id, title, content, markdown_content, tags, is_public, is_archived)
       SELECT user_id, title, content, content, ARRAY[tag], n % 10 > 0, n % 10 = 5
         FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) WITH ORDINALITY
           AS given (user_id, title, content, tag, n)`,
      [
        Array.from({ length }, () => members[texts.below(members.length)]),
        Array.from({ length }, () => texts.text(WORDS_PER_TITLE)),
        Array.from({ length }, () => texts.text(1 + texts.below(2 * WORDS_PER_POST))),
        Array.from({ length }, () => texts.tag(tags)),
      ],
    );
  }
}

async function insertPictures(
  dataSource: DataSource,
  texts: Texts,
  { pictures, tags }: Population,
  members: readonly string[],
): Promise<void> {
  for (let first = 0; first < pictures; first += BATCH_SIZE) {
    const length = Math.min(BATCH_SIZE, pictures - first);
    const owners = Array.from({ length }, () => members[texts.below(members.length)]);
    const paths = Array.from({ length }, () => `/objects/${randomUUID()}`);
    await dataSource.query(
      `INSERT INTO objects (path, user_id, state)
       SELECT path, user_id, 'used' FROM unnest($1::text[], $2::uuid[]) AS given (path, user_id)`,
      [paths, owners],
    );
    await dataSource.query(
      `INSERT INTO images (user_id, title, image_url, tags, ready_at, is_public)
       SELECT user_id, title, path, ARRAY[tag], now(), n % 10 > 0
         FROM unnest($1::text[], $2::uuid[], $3::text[], $4::text[]) WITH ORDINALITY
           AS given (path, user_id, title, tag, n)`,
      [
        paths,
        owners,
        Array.from({ length }, () => texts.text(WORDS_PER_TITLE)),
        Array.from({ length }, () => texts.tag(tags)),
      ],
    );
  }
}
