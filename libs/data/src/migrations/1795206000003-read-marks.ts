import type { MigrationInterface, QueryRunner } from 'typeorm';
import { AppendMessages1795206000001 } from './1795206000001-append-messages.js';

/** The function as it is from here on, until it stores for several channels at once. */
export const CREATE_APPEND_MESSAGES = `
CREATE FUNCTION append_messages(p_channel_id uuid, p_user_ids uuid[], p_contents text[], p_nonces text[],
  p_mention_places integer[], p_mentioned_names text[])
RETURNS TABLE (
  place integer, created boolean, server_id uuid, mentioned uuid[],
  id uuid, channel_id uuid, user_id uuid, seq integer, rev integer, content text, nonce text,
  created_at timestamptz, updated_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
  username text, display_name text, profile_image_url text
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_server_id uuid;
  v_last_seq integer;
  v_last_rev integer;
  v_now timestamptz;
  v_places integer[];
  v_user_ids uuid[];
  v_contents text[];
  v_nonces text[];
  v_ids uuid[];
  v_added integer;
BEGIN
  SELECT c.server_id, c.last_seq, c.last_rev INTO v_server_id, v_last_seq, v_last_rev
    FROM channels c WHERE c.id = p_channel_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  v_now := clock_timestamp();

  SELECT coalesce(array_agg(g.place::integer ORDER BY g.place), '{}'), array_agg(g.user_id ORDER BY g.place),
         array_agg(g.content ORDER BY g.place), array_agg(g.nonce ORDER BY g.place),
         array_agg(uuidv7() ORDER BY g.place)
    INTO v_places, v_user_ids, v_contents, v_nonces, v_ids
    FROM unnest(p_user_ids, p_contents, p_nonces) WITH ORDINALITY AS g (user_id, content, nonce, place)
   WHERE EXISTS (SELECT 1 FROM server_members s WHERE s.server_id = v_server_id AND s.user_id = g.user_id);

  INSERT INTO messages (id, channel_id, user_id, seq, rev, content, nonce, created_at, updated_at)
  SELECT f.id, p_channel_id, f.user_id, v_last_seq + f.step, v_last_rev + f.step, f.content, f.nonce, v_now, v_now
    FROM unnest(v_ids, v_user_ids, v_contents, v_nonces) WITH ORDINALITY AS f (id, user_id, content, nonce, step)
  ON CONFLICT (channel_id, user_id, nonce) DO NOTHING;
  GET DIAGNOSTICS v_added = ROW_COUNT;
  IF v_added < cardinality(v_places) THEN
    RAISE EXCEPTION 'A nonce was used before.' USING ERRCODE = 'OV001';
  END IF;

  IF v_added > 0 THEN
    UPDATE channels c SET last_seq = v_last_seq + v_added, last_rev = v_last_rev + v_added
     WHERE c.id = p_channel_id;
  END IF;
  IF cardinality(p_mention_places) > 0 THEN
    INSERT INTO mentions (user_id, channel_id, seq)
    SELECT DISTINCT u.id, p_channel_id, v_last_seq + f.step::integer
      FROM unnest(p_mention_places, p_mentioned_names) AS t (place, name)
      JOIN unnest(v_places, v_user_ids) WITH ORDINALITY AS f (place, user_id, step) ON f.place = t.place
      JOIN users u ON u.username = t.name AND u.id <> f.user_id
      JOIN server_members s ON s.server_id = v_server_id AND s.user_id = u.id;
  END IF;

  RETURN QUERY
  SELECT g.place::integer, f.id IS NOT NULL, v_server_id,
         CASE WHEN cardinality(p_mention_places) > 0 THEN ARRAY(
           SELECT t.user_id FROM mentions t
            WHERE t.channel_id = p_channel_id AND t.seq = v_last_seq + f.step::integer
         ) END,
         f.id, p_channel_id, g.user_id, v_last_seq + f.step::integer, v_last_rev + f.step::integer, g.content, g.nonce,
         v_now, v_now, NULL::timestamptz, NULL::timestamptz, u.username, u.display_name, u.profile_image_url
    FROM unnest(p_user_ids, p_contents, p_nonces) WITH ORDINALITY AS g (user_id, content, nonce, place)
    LEFT JOIN unnest(v_places, v_ids) WITH ORDINALITY AS f (place, id, step) ON f.place = g.place
    LEFT JOIN users u ON u.id = g.user_id
   ORDER BY g.place;
END
$$`;

/**
 * How far members have read, and where they were mentioned. Who is in a dimension already has read what is there.
 * `append_messages` keeps mentions with the messages that they stand in, and reads nothing of the channel: a nonce that
 * was used before shows itself as a conflict, which names its index. (Where messages were looked up, the planner took
 * an index that reads a young channel whole: 25 ms a call at 9,000 messages.) It then does nothing, with SQLSTATE
 * OV001, and `append_repeated_messages` does the same by looking.
 */
export class ReadMarks1795206000003 implements MigrationInterface {
  name = 'ReadMarks1795206000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX "messages_user_id_idx"`);
    await runner.query(
      `CREATE TABLE "channel_reads" ("user_id" uuid NOT NULL, "channel_id" uuid NOT NULL, "read_seq" integer NOT NULL, CONSTRAINT "channel_reads_pkey" PRIMARY KEY ("user_id", "channel_id"))`,
    );
    await runner.query(`CREATE INDEX "channel_reads_channel_id_idx" ON "channel_reads"  ("channel_id")`);
    await runner.query(
      `CREATE TABLE "mentions" ("user_id" uuid NOT NULL, "channel_id" uuid NOT NULL, "seq" integer NOT NULL, CONSTRAINT "mentions_pkey" PRIMARY KEY ("user_id", "channel_id", "seq"))`,
    );
    await runner.query(`CREATE INDEX "mentions_message_idx" ON "mentions"  ("channel_id", "seq")`);
    await runner.query(
      `CREATE INDEX "messages_deleted_idx" ON "messages"  ("channel_id", "seq") WHERE "deleted_at" is not null`,
    );
    await runner.query(`CREATE INDEX "messages_own_idx" ON "messages"  ("user_id", "channel_id", "seq")`);
    await runner.query(
      `ALTER TABLE "channel_reads" ADD CONSTRAINT "channel_reads_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "channel_reads" ADD CONSTRAINT "channel_reads_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "mentions" ADD CONSTRAINT "mentions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `ALTER TABLE "mentions" ADD CONSTRAINT "mentions_channel_id_fkey" FOREIGN KEY ("channel_id") REFERENCES "channels"("id") ON DELETE CASCADE ON UPDATE NO ACTION`,
    );
    await runner.query(
      `INSERT INTO channel_reads (user_id, channel_id, read_seq)
       SELECT s.user_id, c.id, c.last_seq FROM server_members s JOIN channels c ON c.server_id = s.server_id`,
    );
    await runner.query('DROP FUNCTION append_messages(uuid, uuid[], text[], text[])');
    await runner.query(CREATE_APPEND_MESSAGES);
    await runner.query(`
CREATE FUNCTION append_repeated_messages(p_channel_id uuid, p_user_ids uuid[], p_contents text[], p_nonces text[],
  p_mention_places integer[], p_mentioned_names text[])
RETURNS TABLE (
  place integer, created boolean, server_id uuid, mentioned uuid[],
  id uuid, channel_id uuid, user_id uuid, seq integer, rev integer, content text, nonce text,
  created_at timestamptz, updated_at timestamptz, edited_at timestamptz, deleted_at timestamptz,
  username text, display_name text, profile_image_url text
)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_server_id uuid;
  v_last_seq integer;
  v_last_rev integer;
  v_added integer;
BEGIN
  SELECT c.server_id, c.last_seq, c.last_rev INTO v_server_id, v_last_seq, v_last_rev
    FROM channels c WHERE c.id = p_channel_id FOR NO KEY UPDATE;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  INSERT INTO messages (channel_id, user_id, seq, rev, content, nonce, created_at, updated_at)
  SELECT p_channel_id, f.user_id, v_last_seq + f.step, v_last_rev + f.step, f.content, f.nonce, f.at, f.at
    FROM (
      SELECT w.*, clock_timestamp() AS at, row_number() OVER (ORDER BY w.place)::integer AS step
        FROM (
          SELECT DISTINCT ON (g.user_id, g.nonce) g.*
            FROM unnest(p_user_ids, p_contents, p_nonces) WITH ORDINALITY AS g (user_id, content, nonce, place)
           ORDER BY g.user_id, g.nonce, g.place
        ) w
       WHERE EXISTS (SELECT 1 FROM server_members s WHERE s.server_id = v_server_id AND s.user_id = w.user_id)
         AND NOT EXISTS (
           SELECT 1 FROM messages m
            WHERE m.channel_id = p_channel_id AND m.user_id = w.user_id AND m.nonce = w.nonce
         )
    ) f;
  GET DIAGNOSTICS v_added = ROW_COUNT;

  IF v_added > 0 THEN
    UPDATE channels c SET last_seq = v_last_seq + v_added, last_rev = v_last_rev + v_added
     WHERE c.id = p_channel_id;
  END IF;

  -- Who is named is kept with the message itself: where the same nonce stands twice, with the first.
  IF v_added > 0 AND cardinality(p_mention_places) > 0 THEN
    INSERT INTO mentions (user_id, channel_id, seq)
    SELECT DISTINCT u.id, p_channel_id, m.seq
      FROM unnest(p_mention_places, p_mentioned_names) AS t (place, name)
      JOIN (
        SELECT DISTINCT ON (g.user_id, g.nonce) g.user_id, g.nonce, g.place
          FROM unnest(p_user_ids, p_nonces) WITH ORDINALITY AS g (user_id, nonce, place)
         ORDER BY g.user_id, g.nonce, g.place
      ) f ON f.place = t.place
      JOIN messages m
        ON m.channel_id = p_channel_id AND m.user_id = f.user_id AND m.nonce = f.nonce AND m.seq > v_last_seq
      JOIN users u ON u.username = t.name AND u.id <> f.user_id
      JOIN server_members s ON s.server_id = v_server_id AND s.user_id = u.id;
  END IF;

  RETURN QUERY
  SELECT g.place::integer,
         COALESCE(m.seq > v_last_seq, false)
           AND g.place = min(g.place) OVER (PARTITION BY g.user_id, g.nonce),
         v_server_id,
         CASE WHEN cardinality(p_mention_places) > 0 THEN ARRAY(
           SELECT t.user_id FROM mentions t WHERE t.channel_id = p_channel_id AND t.seq = m.seq
         ) END,
         m.id, m.channel_id, m.user_id, m.seq, m.rev, m.content, m.nonce,
         m.created_at, m.updated_at, m.edited_at, m.deleted_at,
         u.username, u.display_name, u.profile_image_url
    FROM unnest(p_user_ids, p_nonces) WITH ORDINALITY AS g (user_id, nonce, place)
    LEFT JOIN messages m ON m.channel_id = p_channel_id AND m.user_id = g.user_id AND m.nonce = g.nonce
    LEFT JOIN users u ON u.id = m.user_id
   ORDER BY g.place;
END
$$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of ['append_messages', 'append_repeated_messages']) {
      await runner.query(`DROP FUNCTION ${name}(uuid, uuid[], text[], text[], integer[], text[])`);
    }
    await new AppendMessages1795206000001().up(runner);
    await runner.query(`DROP INDEX "messages_deleted_idx"`);
    await runner.query(`DROP INDEX "messages_own_idx"`);
    await runner.query(`CREATE INDEX "messages_user_id_idx" ON "messages" ("user_id")`);
    await runner.query(`DROP TABLE "mentions"`);
    await runner.query(`DROP TABLE "channel_reads"`);
  }
}
