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

const conversationOf = ({
  server_id: serverId,
  channel_id: channelId,
  seq,
}: BookmarkRow): BookmarkView['conversation'] =>
  serverId === null && channelId !== null && seq !== null ? { channelId, seq } : null;

export const bookmarkView = (row: BookmarkRow): BookmarkView =>
  viewOf(bookmarkSchema, {
    ...row,
    author: optionalAuthorView(row),
    place: placeOf(row),
    conversation: conversationOf(row),
  });
