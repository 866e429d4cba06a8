import { expect } from '@jest/globals';
import { TestStack } from '@oniverse/testing';
import { makeAttachment } from './album.js';
import { BackendUnderTest } from './backend-under-test.js';
import type { SharedServer } from './bulk-data.js';
import { type Statement, StatementRecorder } from './statements.js';

/** A member who calls the lists, with what belongs to their paths. */
export interface ListCaller extends SharedServer {
  sessionId: string;
  postId: string;
  boardId: string;
  /** An upload that no message has. */
  attachmentId: string;
  username: string;
  waveId: string;
}

/** A list of the API, and how it must read its rows. */
export interface List {
  call: string;
  query?: string;
  /** Number of statements without the session lookup. */
  statements: number;
  indexes: readonly string[];
}

export const LISTS: readonly List[] = [
  { call: '/users/profile/former-usernames', statements: 1, indexes: ['former_usernames_user_id_idx'] },
  { call: '/posts/my', statements: 1, indexes: ['posts_own_idx'] },
  {
    call: '/posts/my',
    query: '?sort=oldest&tag=tag1&isPublic=false',
    statements: 1,
    indexes: ['posts_own_idx'],
  },
  { call: '/posts/my', query: '?q=post', statements: 1, indexes: ['posts_own_idx'] },
  { call: '/posts/archived', statements: 1, indexes: ['posts_own_idx'] },
  { call: '/feed', statements: 1, indexes: ['posts_public_idx', 'ripples_newest_idx', 'ripples_own_idx'] },
  {
    call: '/feed',
    query: '?scope=near',
    statements: 1,
    indexes: [
      'posts_public_by_user_idx',
      'ripples_newest_idx',
      'ripples_own_idx',
      'connections_pkey',
      'connections_to_user_id_idx',
    ],
  },
  {
    call: '/users/{username}/posts',
    statements: 2,
    indexes: ['posts_public_by_user_idx', 'ripples_newest_idx', 'ripples_own_idx'],
  },
  { call: '/posts/{id}/replies', statements: 2, indexes: ['posts_pkey', 'post_replies_post_idx'] },
  { call: '/posts/{id}/ripples', statements: 2, indexes: ['posts_pkey', 'ripples_newest_idx'] },
  {
    call: '/attachments',
    query: '?ids={attachmentId}',
    statements: 1,
    indexes: ['attachments_pkey'],
  },
  { call: '/users/{username}/images', statements: 2, indexes: ['images_visible_idx'] },
  {
    call: '/users/{username}/images',
    query: '?boardId={boardId}',
    statements: 2,
    indexes: [],
  },
  { call: '/users/{username}/boards', statements: 2, indexes: ['boards_own_idx', 'images_board_id_idx'] },
  {
    call: '/tags',
    statements: 2,
    indexes: ['posts_own_idx', 'images_own_idx', 'boards_own_idx', 'capsules_own_idx', 'tags_name_key'],
  },
  {
    call: '/bookmarks',
    statements: 1,
    indexes: ['bookmarks_own_idx', 'posts_pkey', 'images_pkey', 'messages_pkey', 'tagged_items_pkey'],
  },
  {
    call: '/bookmarks/boards/{boardId}',
    statements: 1,
    indexes: ['bookmarks_board_idx', 'images_public_idx', 'users_pkey'],
  },
  {
    call: '/bookmarks',
    query: '?kind=tag',
    statements: 1,
    indexes: ['bookmarks_own_idx', 'tagged_items_pkey', 'posts_pkey', 'users_pkey'],
  },
  {
    call: '/tags/{tag}/members',
    statements: 2,
    indexes: ['tags_name_key', 'user_tags_tag_id_idx', 'connections_pkey'],
  },
  { call: '/tags/{tag}/posts', statements: 1, indexes: ['tagged_items_pkey', 'posts_pkey'] },
  { call: '/tags/{tag}/pictures', statements: 1, indexes: ['tagged_items_pkey', 'images_pkey'] },
  { call: '/tag-index/names', query: '?prefix=tag1', statements: 1, indexes: ['tags_name_prefix_idx'] },
  { call: '/capsules', statements: 1, indexes: ['capsules_own_idx'] },
  { call: '/blocks', statements: 1, indexes: ['blocks_own_idx'] },
  { call: '/mutes', statements: 1, indexes: ['mutes_own_idx'] },
  { call: '/profile-archives', statements: 1, indexes: ['profile_archives_own_idx'] },
  {
    call: '/profile-archives',
    query: '?q=a&sort=oldest',
    statements: 1,
    indexes: ['profile_archives_own_idx'],
  },
  { call: '/images', statements: 1, indexes: ['images_own_idx'] },
  { call: '/images', query: '?q=image&tag=tag1', statements: 1, indexes: ['images_own_idx'] },
  { call: '/boards', statements: 1, indexes: ['boards_own_idx'] },
  {
    call: '/servers',
    statements: 1,
    indexes: ['server_members_user_id_idx', 'servers_public_size_idx'],
  },
  { call: '/servers/public', statements: 1, indexes: ['servers_public_size_idx'] },
  { call: '/servers/public', query: '?q=server%201', statements: 1, indexes: ['servers_public_text_idx'] },
  { call: '/servers/{id}/members', statements: 2, indexes: ['server_members_newest_idx'] },
  {
    call: '/servers/{id}/members',
    query: '?q=m_',
    statements: 2,
    indexes: ['server_members_newest_idx'],
  },
  { call: '/servers/{id}/bans', statements: 2, indexes: ['server_removals_newest_idx'] },
  {
    call: '/servers/{id}/groups',
    statements: 2,
    indexes: ['member_groups_server_id_name_key'],
  },
  { call: '/groups/{id}/members', statements: 3, indexes: ['group_members_newest_idx'] },
  { call: '/servers/{id}/categories', statements: 2, indexes: ['channel_categories_server_id_idx'] },
  { call: '/servers/{id}/time-outs', statements: 2, indexes: ['time_outs_newest_idx'] },
  { call: '/held-messages', statements: 1, indexes: ['held_messages_own_idx'] },
  {
    call: '/scheduled-messages',
    statements: 1,
    indexes: ['scheduled_messages_own_idx', 'channels_pkey'],
  },
  { call: '/servers/{id}/audit', statements: 2, indexes: ['server_audit_newest_idx'] },
  { call: '/servers/{id}/exports', statements: 2, indexes: ['server_exports_newest_idx'] },
  {
    // The indexes of each kind are those of the following rows.
    call: '/servers/{id}/queue',
    statements: 7,
    indexes: ['cases_server_idx'],
  },
  // After the two statements that admit the staff of the platform.
  { call: '/staff/audit', statements: 3, indexes: ['staff_audit_pkey'] },
  { call: '/staff/cases', statements: 3, indexes: ['cases_open_idx'] },
  { call: '/staff/cases', query: '?list=mine&all=true', statements: 3, indexes: ['cases_assigned_idx'] },
  { call: '/staff/cases', query: '?list=closed&all=true', statements: 3, indexes: ['reports_case_key'] },
  { call: '/staff/members', statements: 3, indexes: ['users_pkey'] },
  { call: '/staff/members', query: '?q=m_', statements: 3, indexes: [] },
  { call: '/staff/members', query: '?q=198.51.1.', statements: 3, indexes: ['sessions_address_prefix_idx'] },
  {
    call: '/staff/appeals',
    statements: 4,
    indexes: ['measures_open_appeals_idx', 'users_pkey', 'users_staff_idx'],
  },
  {
    call: '/staff/appeals',
    query: '?state=closed',
    statements: 4,
    indexes: ['measures_closed_appeals_idx', 'users_pkey', 'users_staff_idx'],
  },
  { call: '/staff/waves', statements: 3, indexes: ['spam_waves_open_idx'] },
  { call: '/staff/waves', query: '?state=closed', statements: 3, indexes: ['spam_waves_pkey'] },
  { call: '/staff/waves/{id}/accounts', statements: 4, indexes: ['new_texts_wave_idx', 'users_pkey'] },
  { call: '/users/me/measures', statements: 1, indexes: ['measures_user_idx'] },
  { call: '/staff/announcements', statements: 3, indexes: ['announcements_pkey'] },
  // The transaction of the entry in the audit log comes first.
  {
    call: '/staff/waitlist',
    statements: 6,
    indexes: ['waitlist_entries_pkey', 'registration_invites_entry_id_key'],
  },
  {
    call: '/staff/waitlist',
    query: '?q={username}',
    statements: 6,
    indexes: [
      'waitlist_entries_email_key',
      'waitlist_entries_oni_id_key',
      'waitlist_entries_pkey',
      'registration_invites_entry_id_key',
    ],
  },
  { call: '/staff/registration/invites', statements: 3, indexes: ['registration_invites_unused_idx'] },
  { call: '/staff/storage', statements: 3, indexes: ['member_usage_bytes_idx', 'users_pkey'] },
  {
    call: '/staff/storage',
    query: '?q={username}',
    statements: 3,
    indexes: ['users_username_key', 'member_usage_pkey'],
  },
  { call: '/staff/team', statements: 3, indexes: ['users_staff_idx'] },
  { call: '/servers/{id}/queue', query: '?kind=report', statements: 2, indexes: ['cases_server_idx'] },
  { call: '/servers/{id}/queue', query: '?kind=held', statements: 2, indexes: ['held_messages_waiting_idx'] },
  {
    call: '/servers/{id}/queue',
    query: '?kind=application',
    statements: 2,
    indexes: ['applications_waiting_idx'],
  },
  { call: '/servers/{id}/cases', statements: 2, indexes: ['cases_server_idx'] },
  { call: '/servers/{id}/cases', query: '?state=closed', statements: 2, indexes: ['cases_server_idx'] },
  { call: '/reports', statements: 1, indexes: ['reports_own_idx', 'cases_pkey'] },
  { call: '/servers/{id}/invites', statements: 2, indexes: ['invites_server_id_public_id_key'] },
  { call: '/servers/{id}/channels', statements: 2, indexes: [] },
  // A channel names few members, so that sorting them costs less than another order.
  { call: '/channels/{id}/members', statements: 3, indexes: ['channel_grants_member_key'] },
  // The last statement reads the own reactions.
  {
    call: '/channels/{id}/messages',
    statements: 3,
    indexes: ['messages_channel_id_seq_key', 'message_reactions_pkey'],
  },
  {
    call: '/channels/{id}/messages',
    query: '?after=1',
    statements: 3,
    indexes: ['messages_channel_id_seq_key', 'message_reactions_pkey'],
  },
  {
    call: '/messages/{id}/reactions/{emoji}',
    statements: 2,
    indexes: ['messages_pkey', 'message_reactions_message_idx'],
  },
  {
    call: '/channels/{id}/pins',
    statements: 3,
    indexes: ['pins_newest_idx', 'messages_channel_id_seq_key', 'message_reactions_pkey'],
  },
  {
    call: '/channels/{id}/files',
    statements: 3,
    indexes: ['attachments_listed_idx', 'messages_pkey', 'message_reactions_pkey'],
  },
  {
    call: '/channels/{id}/files',
    query: '?kind=sound',
    statements: 3,
    indexes: ['attachments_listed_idx', 'messages_pkey', 'message_reactions_pkey'],
  },
  {
    call: '/channels/{id}/files',
    query: '?kind=links',
    statements: 3,
    indexes: ['messages_links_idx', 'message_reactions_pkey'],
  },
  { call: '/channels/{id}/mentions', statements: 2, indexes: ['mentions_pkey'] },
  { call: '/drafts', statements: 1, indexes: ['drafts_pkey'] },
  {
    call: '/conversations',
    statements: 1,
    indexes: [
      'conversation_members_joined_idx',
      'conversations_pkey',
      'channels_pkey',
      'messages_channel_id_seq_key',
    ],
  },
  {
    call: '/conversations',
    query: '?requested=true',
    statements: 1,
    indexes: [
      'conversation_members_requested_idx',
      'conversations_pkey',
      'channels_pkey',
      'messages_channel_id_seq_key',
    ],
  },
  // The last two statements read the messages that start the threads, and the own reactions to them.
  {
    call: '/threads',
    statements: 3,
    indexes: ['thread_follows_pkey', 'channels_pkey', 'messages_pkey', 'message_reactions_pkey'],
  },
  {
    call: '/threads',
    query: '?server={serverId}',
    statements: 3,
    indexes: ['thread_follows_pkey', 'channels_pkey', 'messages_pkey', 'message_reactions_pkey'],
  },
  {
    call: '/threads',
    query: '?conversations=true',
    statements: 3,
    indexes: ['channels_pkey', 'messages_pkey', 'message_reactions_pkey'],
  },
  {
    call: '/channels/{id}/threads',
    statements: 4,
    indexes: ['channels_threads_idx', 'messages_pkey', 'message_reactions_pkey'],
  },
  {
    call: '/games',
    query: '?channel={channelId}&status=active',
    statements: 1,
    indexes: ['games_place_idx', 'channels_pkey', 'messages_pkey'],
  },
  {
    call: '/games',
    statements: 1,
    indexes: ['game_players_member_key', 'games_pkey', 'channels_pkey', 'messages_pkey'],
  },
  { call: '/open-games', statements: 1, indexes: ['games_open_idx', 'channels_pkey', 'messages_pkey'] },
  { call: '/activity', statements: 1, indexes: ['messages_created_idx', 'server_members_joined_idx'] },
  { call: '/notifications', statements: 1, indexes: ['notifications_open_idx', 'notifications_group_idx'] },
  {
    call: '/notifications',
    query: '?filter=dimensions',
    statements: 1,
    indexes: ['notifications_open_idx', 'notifications_group_idx'],
  },
  {
    call: '/notifications',
    query: '?filter=done',
    statements: 1,
    indexes: ['notifications_done_idx', 'notifications_group_idx'],
  },
  {
    call: '/notifications',
    query: '?filter=reminders',
    statements: 1,
    indexes: ['notifications_reminders_idx', 'notifications_group_idx'],
  },
  { call: '/auth/sessions', statements: 1, indexes: ['sessions_user_id_idx'] },
  { call: '/auth/activity', statements: 1, indexes: ['account_activity_user_idx'] },
];

/** Returns the path of a call to a list. */
export const pathFor = ({ call, query = '' }: List, caller: ListCaller): string =>
  (call + query)
    .replace('{username}', caller.username)
    .replace('/posts/{id}', `/posts/${caller.postId}`)
    .replace('{tag}', 'saturn')
    .replace('{boardId}', caller.boardId)
    .replace('{attachmentId}', caller.attachmentId)
    .replace('/messages/{id}', `/messages/${caller.messageId}`)
    .replace('{serverId}', caller.serverId)
    .replace('{channelId}', caller.channelId)
    .replace('{emoji}', encodeURIComponent('😀'))
    .replace('/groups/{id}', `/groups/${caller.groupId}`)
    .replace('/waves/{id}', `/waves/${caller.waveId}`)
    .replace('/servers/{id}', `/servers/${caller.serverId}`)
    .replace('/channels/{id}', `/channels/${caller.channelId}`);

/** The lists with titles, for `it.each`. */
export const titledLists = LISTS.map((list) => [`${list.call}${list.query ?? ''}`, list] as const);

/** Removes the totals query, which a backend runs at most once a minute, independent of calls. */
export const withoutTotals = (statements: readonly Statement[]): Statement[] =>
  statements.filter(({ sql }) => !sql.includes('count(*) FROM connections'));

/** A backend whose statements are recorded. */
export class RecordedBackend {
  readonly recorder: StatementRecorder;

  private constructor(
    readonly stack: TestStack,
    readonly backend: BackendUnderTest,
  ) {
    this.recorder = new StatementRecorder(backend.app);
  }

  static async start(): Promise<RecordedBackend> {
    const stack = await TestStack.start();
    return new RecordedBackend(stack, await BackendUnderTest.start(stack.config()));
  }

  async stop(): Promise<void> {
    await this.backend.stop();
    await this.stack.stop();
  }

  /** Returns the member's board with the least id. */
  async findBoard(userId: string): Promise<string> {
    const [board]: [{ id: string }] = await this.stack.dataSource.query(
      'SELECT id FROM boards WHERE user_id = $1 ORDER BY id LIMIT 1',
      [userId],
    );
    return board.id;
  }

  async addAttachment(userId: string): Promise<string> {
    return (await makeAttachment(this.stack.dataSource, userId)).id;
  }

  /** Makes a call that must succeed, and returns its answer and its statements after the session lookup. */
  async call(path: string, sessionId: string) {
    const { statements, ...answer } = await this.recorder.get(path, sessionId);
    expect([path, answer.status]).toEqual([path, 200]);
    expect(statements[0]?.sql).toContain('FROM sessions');
    return { ...answer, statements: statements.slice(1) };
  }
}
