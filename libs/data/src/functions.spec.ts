import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import type { QueryRunner } from 'typeorm';
import { installFunctions, listFunctions } from './functions.js';
import { createMigrationSource } from './data-source.js';
import { migrate } from './migrate.js';
import { START_OF_POST } from './search-texts.js';

/**
 * What the previous release relies on. A function keeps these for as long as a supported release calls it: PostgreSQL
 * would create a second function beside the first, or refuse. A function with other parameters gets another name.
 */
const SIGNATURES: Readonly<Record<string, string>> = {
  accepts_mention: 'p_mentioned_id uuid, p_author_id uuid → boolean',
  announce_thread:
    'p_channel_id uuid → TABLE(message_id uuid, parent_id uuid, server_id uuid, last_seq integer)',
  answered_message:
    'p_channel_id uuid, p_seq integer, p_reply_to_seq integer → TABLE(user_id uuid, deleted_at timestamp with time zone)',
  append_messages:
    'p_channel_ids uuid[], p_user_ids uuid[], p_contents text[], p_nonces text[], p_mention_places integer[], p_mentioned_names text[] → TABLE(place integer, server_id uuid, mentioned uuid[], id uuid, seq integer, rev integer, at timestamp with time zone, username text, display_name text, profile_image_url text)',
  append_repeated_messages:
    'p_channel_id uuid, p_user_ids uuid[], p_contents text[], p_nonces text[], p_mention_places integer[], p_mentioned_names text[] → TABLE(place integer, created boolean, server_id uuid, mentioned uuid[], id uuid, channel_id uuid, user_id uuid, seq integer, rev integer, content text, nonce text, created_at timestamp with time zone, updated_at timestamp with time zone, edited_at timestamp with time zone, deleted_at timestamp with time zone, username text, display_name text, profile_image_url text)',
  attachment_view: 'given anyelement → jsonb',
  channel_member: 'p_channel_id uuid, p_user_id uuid → TABLE(server_id uuid, user_id uuid, role text)',
  channel_reader: 'p_channel_id uuid, p_user_id uuid → TABLE(server_id uuid, user_id uuid, role text)',
  channel_participant: 'p_channel_id uuid, p_user_id uuid → TABLE(server_id uuid, user_id uuid, role text)',
  channel_writer:
    'p_channel_id uuid, p_user_id uuid → TABLE(user_id uuid, username text, display_name text, profile_image_url text)',
  claim_attachments: 'p_message_id uuid, p_user_id uuid, p_ids uuid[], p_alts text[] → jsonb',
  count_created_attachments: ' → trigger',
  count_created_pictures: ' → trigger',
  count_created_posts: ' → trigger',
  count_deleted_attachments: ' → trigger',
  count_deleted_pictures: ' → trigger',
  count_deleted_posts: ' → trigger',
  crowded_reactions: 'p_channel_id uuid, p_seq integer → jsonb',
  current_request: 'p_channel_id uuid, p_place integer → text',
  delete_attachments_of_message: ' → trigger',
  delete_attachments_of_reply: ' → trigger',
  delete_links_of_erased_members: ' → trigger',
  delete_sent_draft: 'p_user_id uuid, p_channel_id uuid, p_rev bigint → bigint',
  discard_attached_object: ' → trigger',
  enqueue_link_previews: 'p_message_id uuid → boolean',
  expiry_of_message:
    'p_channel_id uuid, p_message_id uuid, p_created_at timestamp with time zone → TABLE(at timestamp with time zone)',
  follow_thread: 'p_channel_id uuid, p_user_ids uuid[], p_read_seqs integer[] → SETOF uuid',
  game_of_thread: 'p_channel_id uuid → jsonb',
  index_message_terms: ' → trigger',
  index_picture_tags: ' → trigger',
  index_picture_terms: ' → trigger',
  index_post_tags: ' → trigger',
  index_post_terms: ' → trigger',
  index_post_words: ' → trigger',
  links_of_message: 'p_channel_id uuid, p_seq integer → jsonb',
  match_push_kinds: ' → trigger',
  member_named: 'p_name text → uuid',
  mention_members:
    'p_sender uuid, p_names text[], p_server_id uuid, p_known uuid[] → TABLE(user_id uuid, is_new boolean)',
  move_conversations: 'p_message_ids uuid[] → void',
  notify_attentive_members: ' → trigger',
  notify_outbox: ' → trigger',
  promote_notifications: ' → trigger',
  quote_of_message: 'p_channel_id uuid, p_seq integer → jsonb',
  reactions_of_message: 'p_channel_id uuid, p_seq integer → jsonb',
  record_new_text:
    'p_hash bigint, p_user_id uuid, p_kind text, p_channel_id uuid, p_subject_id uuid, p_nonce text, p_text text, p_window interval, p_accounts integer[], p_copies integer[] → TABLE(id uuid, is_held boolean)',
  record_thread_replies: 'p_message_ids uuid[] → void',
  refresh_logs_about: ' → trigger',
  refresh_logs_of_gone_entries: ' → trigger',
  retain_former_username: ' → trigger',
  resolve_mentions:
    'p_sender uuid, p_answered uuid, p_names text[], p_channel_id uuid, p_known uuid[] → TABLE(user_id uuid, is_new boolean)',
  retention_of_channel: 'p_channel_id uuid → TABLE(days integer)',
  search_form: 'given text → text',
  search_runs: 'form text → text',
  search_terms: 'given text, mark text → tsvector',
  search_words: 'form text → text',
  slow_mode_of: 'p_channel_id uuid, p_user_id uuid → TABLE(channel_id uuid, until timestamp with time zone)',
  slow_mode_refusals: 'p_channel_ids uuid[], p_user_ids uuid[], p_now timestamp with time zone → integer[]',
  store_messages:
    'p_channel_ids uuid[], p_user_ids uuid[], p_contents text[], p_nonces text[], p_reply_seqs integer[], p_mention_places integer[], p_mentioned_names text[] → TABLE(place integer, server_id uuid, mentioned uuid[], id uuid, seq integer, rev integer, at timestamp with time zone, username text, display_name text, profile_image_url text, reply_to jsonb)',
  store_repeated_messages:
    'p_channel_id uuid, p_user_ids uuid[], p_contents text[], p_nonces text[], p_reply_seqs integer[], p_mention_places integer[], p_mentioned_names text[] → TABLE(place integer, created boolean, server_id uuid, mentioned uuid[], id uuid, channel_id uuid, user_id uuid, seq integer, rev integer, content text, nonce text, created_at timestamp with time zone, updated_at timestamp with time zone, edited_at timestamp with time zone, deleted_at timestamp with time zone, username text, display_name text, profile_image_url text, reply_to jsonb)',
  store_slow_mode_marks: 'p_message_ids uuid[] → void',
  thread_of_message: 'p_message_id uuid → jsonb',
};

describe('the SQL functions', () => {
  let stack: TestStack;
  let runner: QueryRunner;

  beforeAll(async () => {
    stack = await TestStack.start();
    runner = stack.dataSource.createQueryRunner();
  });

  afterAll(async () => {
    await runner.release();
    await stack.stop();
  });

  /** Returns the definitions of the functions in a schema, without those of extensions. */
  const definitionsIn = async (schema: string): Promise<string[]> => {
    const rows: { definition: string }[] = await runner.query(
      `SELECT replace(pg_get_functiondef(p.oid), $1 || '.', '') AS definition FROM pg_proc p
        WHERE p.pronamespace = $1::regnamespace
          AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
        ORDER BY 1`,
      [schema],
    );
    return rows.map(({ definition }) => definition);
  };

  it('of a migrated database equal the files, all of them and no others', async () => {
    await runner.startTransaction();
    await runner.query('CREATE SCHEMA files');
    await runner.query('SET LOCAL search_path = files, public');
    await installFunctions(runner, await listFunctions());
    const fromFiles = await definitionsIn('files');
    await runner.rollbackTransaction();
    expect(fromFiles).toHaveLength((await listFunctions()).length);
    expect(await definitionsIn('public')).toEqual(fromFiles);
  });

  it('index the part of a post in which a search looks', async () => {
    const indexing = (await definitionsIn('public')).filter(
      (text) => text.includes('index_post') && text.includes('NEW.content'),
    );
    expect(indexing).toHaveLength(2);
    for (const text of indexing) expect(text).toContain(START_OF_POST.replace('thing.', 'NEW.'));
  });

  it('keep the signatures that the previous release calls', async () => {
    const rows: { name: string; signature: string }[] = await runner.query(
      `SELECT proname AS name, pg_get_function_arguments(oid) || ' → ' || pg_get_function_result(oid) AS signature
         FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND proname = ANY($1)`,
      [await listFunctions()],
    );
    expect(Object.fromEntries(rows.map(({ name, signature }) => [name, signature]))).toEqual(SIGNATURES);
  });

  it('are replaced by each release that migrates, but not by one older than the database', async () => {
    const source = await createMigrationSource(stack.env()['DATABASE_URL'] ?? '').initialize();
    try {
      const body = async (): Promise<string | undefined> => {
        const [row]: { prosrc: string }[] = await source.query(
          `SELECT prosrc FROM pg_proc WHERE proname = 'notify_outbox'`,
        );
        return row?.prosrc;
      };
      const current = await body();
      const other = ' BEGIN RETURN NULL; END ';
      const replaceBody = async (): Promise<unknown> =>
        source.query(
          `CREATE OR REPLACE FUNCTION notify_outbox() RETURNS trigger LANGUAGE plpgsql AS $$${other}$$`,
        );
      await replaceBody();
      await migrate(source, async () => {});
      expect(await body()).toBe(current);

      await replaceBody();
      await source.query(
        `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
      );
      const progress: string[] = [];
      await migrate(source, async () => {}, { onProgress: (message) => progress.push(message) });
      expect([await body(), progress]).toEqual([other, ['Keeping the SQL functions of a newer release']]);
    } finally {
      await source.destroy();
    }
  });
});
