import type { DataSource } from 'typeorm';

/** How many there are, and what they show. */
export interface Population {
  members: number;
  /** Of all members together; each shows a tag once. */
  tagUses: number;
  tags: number;
}

const ROWS_AT_ONCE = 5_000;
const TAGS_IN_TEXT = 2;
const TAGS_OF_A_POST = 4;

/** A tag's name, by its rank: the first is shown by the most. */
export const tagName = (rank: number): string => `tag${rank}`;

/** Numbers from 0 to 1 that are the same each time: Tommy Ettinger's mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Draws ranks from 0: each as often as one through its place, which is Zipf's law. */
export function zipfFrom(random: () => number, ranks: number): () => number {
  const sums = new Float64Array(ranks);
  let sum = 0;
  for (let rank = 0; rank < ranks; rank += 1) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  return () => {
    const drawn = random() * sum;
    let low = 0;
    let high = ranks - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sums[middle]! <= drawn) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/**
 * Fills an empty database with members who show tags, in their texts and on posts.
 * @returns the members' ids, ascending
 */
export async function populate(
  dataSource: DataSource,
  { members, tagUses, tags }: Population,
): Promise<string[]> {
  const random = randomFrom(1);
  const draw = zipfFrom(random, tags);
  const mean = tagUses / members;
  const shown = Array.from({ length: members }, () => {
    const own = new Set<number>();
    const wanted = 1 + Math.floor(random() * (2 * mean - 1));
    while (own.size < wanted) own.add(draw());
    return [...own].map(tagName);
  });
  await dataSource.query(
    `INSERT INTO tags (name, usage_count)
     SELECT name, count(*)::integer FROM unnest($1::text[]) AS name GROUP BY name`,
    [shown.flat()],
  );
  const ids: string[] = [];
  for (let first = 0; first < members; first += ROWS_AT_ONCE) {
    const some = shown.slice(first, first + ROWS_AT_ONCE);
    const rows: { id: string }[] = await dataSource.query(
      `INSERT INTO users (username, email, password, profile_markdown)
       SELECT 'm' || $1::integer + n, 'm' || $1::integer + n || '@example.org', '!', text
         FROM unnest($2::text[]) WITH ORDINALITY AS given (text, n) RETURNING id`,
      [
        first,
        some.map((own) =>
          own
            .slice(0, TAGS_IN_TEXT)
            .map((tag) => `#${tag}`)
            .join(' '),
        ),
      ],
    );
    ids.push(...rows.map(({ id }) => id));
    await insertPosts(
      dataSource,
      rows.map(({ id }) => id),
      some,
    );
  }
  await dataSource.query('VACUUM ANALYZE');
  return ids.toSorted();
}

async function insertPosts(
  dataSource: DataSource,
  ids: readonly string[],
  shown: readonly (readonly string[])[],
): Promise<void> {
  const posts = ids.flatMap((userId, place) => {
    const rest = shown[place]?.slice(TAGS_IN_TEXT) ?? [];
    return Array.from({ length: Math.ceil(rest.length / TAGS_OF_A_POST) }, (_, post) => ({
      userId,
      tags: rest.slice(post * TAGS_OF_A_POST, (post + 1) * TAGS_OF_A_POST).join(' '),
    }));
  });
  await dataSource.query(
    `INSERT INTO posts (user_id, title, content, markdown_content, tags)
     SELECT user_id, 'A post', 'x', '', string_to_array(tags, ' ')
       FROM unnest($1::uuid[], $2::text[]) AS given (user_id, tags)`,
    [posts.map(({ userId }) => userId), posts.map(({ tags }) => tags)],
  );
}
