import { HUB_TAG } from '@oniverse/data';
import { seededRandom } from '@oniverse/testing';
import type { DataSource } from 'typeorm';

export interface Population {
  members: number;
  /** Total number of distinct tags per member, over all members. */
  tagUses: number;
  tags: number;
}

const BATCH_SIZE = 5_000;
const TAGS_IN_TEXT = 2;
const TAGS_PER_POST = 4;

/** Returns the name of a tag by its rank in popularity. */
export const tagName = (rank: number): string => `tag${rank}`;

/** Returns a generator of ranks from 0, distributed by Zipf's law with exponent 1. */
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
 * Fills an empty database with members who use tags in profile texts and posts. Stores their nodes and hub tags too,
 * because a starting worker would otherwise derive all of them beside the measured work. Stores no links.
 * @returns the ids of the members, ascending
 */
export async function populate(
  dataSource: DataSource,
  { members, tagUses, tags }: Population,
): Promise<string[]> {
  const random = seededRandom(1);
  const draw = zipfFrom(random, tags);
  const mean = tagUses / members;
  const tagsByMember = Array.from({ length: members }, () => {
    const own = new Set<number>();
    const tagCount = 1 + Math.floor(random() * (2 * mean - 1));
    while (own.size < tagCount) own.add(draw());
    return [...own].map(tagName);
  });
  await dataSource.query(
    `INSERT INTO tags (name, usage_count)
     SELECT name, count(*)::integer FROM unnest($1::text[]) AS name GROUP BY name`,
    [tagsByMember.flat()],
  );
  const ids: string[] = [];
  for (let first = 0; first < members; first += BATCH_SIZE) {
    const batch = tagsByMember.slice(first, first + BATCH_SIZE);
    const rows: { id: string }[] = await dataSource.query(
      `INSERT INTO users (username, email, password, profile_markdown)
       SELECT 'm' || $1::integer + n, 'm' || $1::integer + n || '@example.org', '!', text
         FROM unnest($2::text[]) WITH ORDINALITY AS given (text, n) RETURNING id`,
      [
        first,
        batch.map((own) =>
          own
            .slice(0, TAGS_IN_TEXT)
            .map((tag) => `#${tag}`)
            .join(' '),
        ),
      ],
    );
    ids.push(...rows.map(({ id }) => id));
    const batchIds = rows.map(({ id }) => id);
    await insertPosts(dataSource, batchIds, batch);
    await insertNodes(dataSource, batchIds, batch);
  }
  await dataSource.query(
    `UPDATE tags SET is_hub = true
      WHERE id IN (SELECT tag_id FROM user_tags GROUP BY tag_id HAVING count(*) > greatest($1::float8, $2::float8))`,
    [HUB_TAG.members, HUB_TAG.shareOfMembers * members],
  );
  await dataSource.query('VACUUM ANALYZE');
  return ids.toSorted();
}

async function insertPosts(
  dataSource: DataSource,
  ids: readonly string[],
  tagsByMember: readonly (readonly string[])[],
): Promise<void> {
  const posts = ids.flatMap((userId, index) => {
    const remaining = tagsByMember[index]?.slice(TAGS_IN_TEXT) ?? [];
    return Array.from({ length: Math.ceil(remaining.length / TAGS_PER_POST) }, (_, post) => ({
      userId,
      tags: remaining.slice(post * TAGS_PER_POST, (post + 1) * TAGS_PER_POST).join(' '),
    }));
  });
  await dataSource.query(
    `INSERT INTO posts (user_id, title, content, markdown_content, tags)
     SELECT user_id, 'A post', 'x', '', string_to_array(tags, ' ')
       FROM unnest($1::uuid[], $2::text[]) AS given (user_id, tags)`,
    [posts.map(({ userId }) => userId), posts.map(({ tags }) => tags)],
  );
}

async function insertNodes(
  dataSource: DataSource,
  ids: readonly string[],
  tagsByMember: readonly (readonly string[])[],
): Promise<void> {
  await dataSource.query(
    'INSERT INTO constellation_nodes (user_id, username) SELECT id, username FROM users WHERE id = ANY($1::uuid[])',
    [ids],
  );
  await dataSource.query(
    `INSERT INTO user_tags (user_id, tag_id)
     SELECT user_id, tags.id FROM unnest($1::uuid[], $2::text[]) AS given (user_id, names)
       JOIN tags ON tags.name = ANY (string_to_array(names, ' '))`,
    [ids, tagsByMember.map((own) => own.join(' '))],
  );
}
