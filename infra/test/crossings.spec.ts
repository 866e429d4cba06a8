import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ENTITIES } from '@oniverse/data';
import { loadModule } from 'libpg-query';
import { getMetadataArgsStorage } from 'typeorm';
import { CROSSINGS_FILE, listCrossings } from './crossings.js';
import { crossingsOf, crossingsOfFunction } from './shard-crossings.js';
import { SHARD_PLAN } from './shard-plan.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const NONE = { all: [], several: [], apart: [] };

describe('sharding by place', () => {
  beforeAll(async () => {
    await loadModule();
  });

  it('OPS-113 has a plan for each table', () => {
    const { sharded, reference, apart } = SHARD_PLAN;
    const tables = getMetadataArgsStorage().tables.filter(({ target }) =>
      ENTITIES.some((entity) => entity === target),
    );
    const planned = [...Object.keys(sharded), ...reference, ...apart];
    expect(planned).toHaveLength(tables.length);
    expect(new Set(planned)).toEqual(new Set(tables.map(({ name }) => name)));
  });

  it('OPS-114 has a reviewed list of the statements that cross shards, which `npm run crossings` renews', () => {
    const { text, statements } = listCrossings(ROOT);
    expect(statements).toBeGreaterThan(1_000);
    expect(text.split('\n')).toEqual(readFileSync(join(ROOT, CROSSINGS_FILE), 'utf8').split('\n'));
  });

  it.each([
    ['one place', 'SELECT FROM messages WHERE channel_id = $1 AND id = ANY($2)', {}],
    [
      'its rows, joined by ids',
      'SELECT FROM pins p JOIN messages m ON m.channel_id = p.channel_id WHERE p.channel_id = $1',
      {},
    ],
    [
      'the place of a subquery',
      'SELECT FROM messages WHERE channel_id = (SELECT id FROM channels WHERE server_id = $1)',
      {},
    ],
    [
      'the place of a common table expression',
      'WITH c AS (SELECT id FROM channels WHERE id = $1) UPDATE messages m SET rev = 1 FROM c WHERE m.channel_id = c.id',
      {},
    ],
    [
      'a row of a copied table',
      'SELECT FROM messages m JOIN users u ON u.id = m.user_id WHERE m.channel_id = $1',
      {},
    ],
    ['other tables only', 'SELECT FROM posts JOIN users ON users.id = posts.user_id', {}],
    ['a new row', 'INSERT INTO pins (channel_id, seq) VALUES ($1, $2)', {}],
    ['a new dimension', 'INSERT INTO servers (name) VALUES ($1)', {}],
    ['no condition', 'SELECT FROM messages', { all: ['messages'] }],
    ['only an id within a place', 'DELETE FROM messages WHERE id = $1', { all: ['messages'] }],
    [
      'a condition that not all rows meet',
      'SELECT FROM pins WHERE channel_id = $1 OR seq = 1',
      { all: ['pins'] },
    ],
    [
      'tables joined by something else',
      'SELECT FROM server_members o JOIN server_members t ON t.user_id = o.user_id WHERE o.server_id = $1',
      { all: ['server_members'] },
    ],
    [
      'places of another table',
      'SELECT FROM channels WHERE server_id IN (SELECT server_id FROM server_members)',
      {
        all: ['channels', 'server_members'],
      },
    ],
    ['a list of places', 'SELECT FROM channels WHERE server_id = ANY($1)', { several: ['channels'] }],
    [
      'rows of a list',
      'INSERT INTO pins (channel_id) SELECT id FROM unnest($1::uuid[]) AS t (id)',
      { several: ['pins'] },
    ],
    [
      'a table elsewhere',
      'SELECT FROM messages m, sessions s WHERE m.channel_id = $1',
      { apart: ['sessions'] },
    ],
  ])('OPS-115 finds the shards of a statement with %s', (_case, text, crossing) => {
    expect(crossingsOf(text, SHARD_PLAN)).toEqual([{ ...NONE, ...crossing }]);
  });

  it('OPS-115 finds the shards of the statements of SQL functions', () => {
    const declare = (body: string, language: string): string =>
      `CREATE FUNCTION f(p_id uuid, p_ids uuid[]) RETURNS void LANGUAGE ${language} AS $$ ${body} $$`;
    const bodies = [
      'DELETE FROM pins WHERE channel_id = p_id;',
      'DELETE FROM pins WHERE channel_id = ANY(p_ids);',
    ];
    const found = [NONE, { ...NONE, several: ['pins'] }];
    expect(crossingsOfFunction(declare(bodies.join(' '), 'sql'), SHARD_PLAN)).toEqual(found);
    expect(crossingsOfFunction(declare(`BEGIN ${bodies.join(' ')} END`, 'plpgsql'), SHARD_PLAN)).toEqual(
      found,
    );
  });
});
