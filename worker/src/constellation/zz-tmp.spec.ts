import { it, expect } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { createLogger } from '@oniverse/platform';
import { ConstellationRepository } from './constellation.repository.js';
import { ConstellationService } from './constellation.service.js';
import { DeriveMember } from './derive-member.js';
import { SettleMember } from './settle-member.js';
import { MarkHubs } from '../tags/mark-hubs.js';
import { rebuildConstellation } from '../../../infra/ops/constellation/rebuild.js';
it('bench', async () => {
  const stack = await TestStack.start();
  const db = stack.dataSource;
  const t = async (n: string, f: () => Promise<unknown>) => { const s = performance.now(); const r = await f(); process.stderr.write(`${n}: ${((performance.now() - s) / 1000).toFixed(2)} s ${JSON.stringify(r) ?? ''}\n`); };
  await t('users', () => db.query(`INSERT INTO users (username,email,password,profile_markdown) SELECT 'm'||n,'m'||n||'@e.org','!','' FROM generate_series(1,100000) n`));
  await t('posts', () => db.query(`INSERT INTO posts (user_id,title,content,markdown_content,tags)
    SELECT u.id,'x','','', ARRAY(SELECT DISTINCT 't'||floor(exp(random()*ln(20000)))::int FROM generate_series(1,12) WHERE u.id IS NOT NULL) FROM users u`));
  await db.query('ANALYZE');
  await t('tags', () => db.query(`INSERT INTO tags (name) SELECT DISTINCT unnest(tags) FROM posts`));
  const log = createLogger('x', 'silent');
  // index alone, hubs, then all
  await t('index', () => db.query(`WITH n AS (INSERT INTO constellation_nodes (user_id,username) SELECT id,username FROM users) SELECT 1`));
  await db.query('ANALYZE');
  await t('index2', async () => { for (let k = 0; k < 20; k += 1) await db.query(`INSERT INTO user_tags SELECT p.user_id, t.id FROM (SELECT user_id, unnest(tags) AS name FROM posts WHERE hashtext(id::text) & 65535 BETWEEN $1::int * 3277 AND $1::int * 3277 + 3276) p JOIN tags t USING (name)`, [k]); return db.query('SELECT count(*) FROM user_tags'); });
  await t('hubs', () => new MarkHubs(db, log).run().then(() => db.query('SELECT count(*) FROM tags WHERE is_hub')));
  await db.query('TRUNCATE outbox');
  let last = Date.now(); const s0 = performance.now();
  await t('rebuild', () => rebuildConstellation(db, (w, d) => { if (Date.now() - last > 2000 || w === 'x') { last = Date.now(); process.stderr.write(` ${w} ${d} ${((performance.now()-s0)/1000).toFixed(1)} ${Math.round(process.memoryUsage().rss/1e6)}MB\n`); } }));
  await db.query('ANALYZE');
  const live = { publish() {}, enter() {}, leave() {}, endSession() {} };
  const service = new ConstellationService(db, new ConstellationRepository(), live);
  const derive = new DeriveMember(service), settle = new SettleMember(service);
  const users: { id: string }[] = await db.query('SELECT id FROM users ORDER BY random() LIMIT 60');
  const q = (a: number[]) => { a.sort((x, y) => x - y); return `n ${a.length} p50 ${a[a.length >> 1]?.toFixed(1)} p99 ${a[Math.floor(a.length * .99)]?.toFixed(1)} ms`; };
  const d: number[] = [], left: number[] = [], se: number[] = [];
  for (const { id } of users) {
    await db.query(`UPDATE posts SET tags = tags || ARRAY['t'||floor(exp(random()*ln(20000)))::int] WHERE user_id = $1`, [id]);
    await db.query(`INSERT INTO outbox (topic,subject) VALUES ('member:tags',$1)`, [id]);
    let s = performance.now(); await derive.run(id); d.push(performance.now() - s);
    const rows: { subject: string }[] = await db.query(`SELECT DISTINCT subject FROM outbox`); left.push(rows.length);
    for (const r of rows.slice(0, 3)) { s = performance.now(); await settle.run(r.subject); se.push(performance.now() - s); }
    await db.query('TRUNCATE outbox');
  }
  process.stderr.write(`derive ${q(d)}; left ${q(left)}; settle ${q(se)}\n`);
  process.stderr.write(JSON.stringify(await db.query('SELECT count(*) FROM connections')) + '\n');
  await stack.stop();
  expect(1).toBe(1);
}, 280000);
