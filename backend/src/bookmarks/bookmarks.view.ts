import type { BookmarkView } from '@oniverse/contracts';
import type { BookmarkRow } from './bookmarks.repository.js';

function placeOf(row: BookmarkRow): BookmarkView['place'] {
  const {
    server_id: serverId,
    server_name: serverName,
    channel_id: channelId,
    channel_name: channelName,
  } = row;
  if (serverId === null || serverName === null || channelId === null || channelName === null) return null;
  return { serverId, serverName, channelId, channelName, seq: row.seq ?? 0 };
}

export function bookmarkView(row: BookmarkRow): BookmarkView {
  return {
    id: row.id,
    kind: row.kind,
    subject: row.subject,
    title: row.title,
    author:
      row.username === null
        ? null
        : {
            username: row.username,
            displayName: row.display_name,
            profileImageUrl: row.profile_image_url,
          },
    imageUrl: row.image_url,
    place: placeOf(row),
    createdAt: row.created_at.toISOString(),
  };
}
