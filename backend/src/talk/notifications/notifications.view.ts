import type { NotificationView } from '@oniverse/contracts';
import type { NotificationRow } from './notifications.repository.js';

export function notificationView(row: NotificationRow): NotificationView {
  const { post_id: postId, post_title: title, post_author: author } = row;
  const { channel_id: channelId, channel_name: channelName, seq } = row;
  const { server_id: serverId, server_name: serverName } = row;
  const { case_kind: caseKind, report_result: result } = row;
  const excerpt = row.excerpt || null;
  const members = row.members ?? [];
  return {
    id: row.id,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    happenedAt: row.happened_at?.toISOString() ?? null,
    remindAt: row.remind_at?.toISOString() ?? null,
    isUnread: row.is_unread,
    members,
    others: row.member_count - members.length,
    post: postId !== null && title !== null && author !== null ? { id: postId, title, author } : null,
    reply: row.reply_id === null ? null : { id: row.reply_id, excerpt },
    message:
      channelId !== null && channelName !== null && seq !== null
        ? { channelId, ...(row.parent_id !== null && { parentId: row.parent_id }), channelName, seq, excerpt }
        : null,
    server:
      serverId !== null && serverName !== null
        ? { id: serverId, name: serverName, isPublic: row.server_is_public === true }
        : null,
    report: caseKind !== null && result !== null ? { kind: caseKind, title: row.case_title, result } : null,
    sharedTags: row.shared_tags ?? [],
  };
}
