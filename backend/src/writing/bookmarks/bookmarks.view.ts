import type { BookmarkView } from '@oniverse/contracts';
import { optionalAuthorView } from '../../shared/index.js';
import type { BookmarkRow } from './bookmarks.repository.js';

function placeOf(row: BookmarkRow): BookmarkView['place'] {
  const {
    server_id: serverId,
    server_name: serverName,
    channel_id: channelId,
    channel_name: channelName,
  } = row;
  if (serverId === null || serverName === null || channelId === null || channelName === null) return null;
  return {
    serverId,
    serverName,
    isPublic: row.server_is_public === true,
    channelId,
    channelName,
    ...(row.parent_id !== null && { parentId: row.parent_id }),
    seq: row.seq ?? 0,
  };
}

export function bookmarkView(row: BookmarkRow): BookmarkView {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    title: row.title,
    author: optionalAuthorView(row),
    imageUrl: row.image_url,
    place: placeOf(row),
    newPosts: row.new_posts,
    createdAt: row.created_at.toISOString(),
  };
}
