import { bookmarkSchema, type BookmarkView, viewOf } from '@oniverse/contracts';
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

function conversationOf(row: BookmarkRow): BookmarkView['conversation'] {
  const { server_id: serverId, channel_id: channelId, parent_id: parentId, seq } = row;
  if (serverId !== null || channelId === null || seq === null) return null;
  return { channelId, ...(parentId !== null && { parentId }), seq };
}

export const bookmarkView = (row: BookmarkRow): BookmarkView =>
  viewOf(bookmarkSchema, {
    ...row,
    author: optionalAuthorView(row),
    place: placeOf(row),
    conversation: conversationOf(row),
  });
