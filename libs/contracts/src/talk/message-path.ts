/** Where a message is, as far as its address needs it. */
export interface MessagePlace {
  serverId: string;
  isPublic: boolean;
  /** The channel or conversation, or the thread if `parentId` is set. */
  channelId: string;
  /** That of the thread; absent for a message outside of threads. */
  parentId?: string | undefined;
  seq: number;
}

/** Returns the path of a dimension's page. */
export const serverPath = ({ serverId, isPublic }: Pick<MessagePlace, 'serverId' | 'isPublic'>): string =>
  `/dimensions/${isPublic ? 'public' : 'private'}?server=${serverId}`;

/** Returns the path of the page that shows a message, in its channel or its thread. */
export function messagePath({ serverId, isPublic, channelId, parentId, seq }: MessagePlace): string {
  const place = parentId === undefined ? `channel=${channelId}` : `channel=${parentId}&thread=${channelId}`;
  return `${serverPath({ serverId, isPublic })}&${place}&message=${seq}`;
}

/** Returns the path of a conversation, or of a message in it or in one of its threads. */
export function conversationPath({
  channelId,
  parentId,
  seq,
}: Pick<MessagePlace, 'channelId' | 'parentId'> & { seq?: number }): string {
  const query = [
    ...(parentId === undefined ? [] : [`thread=${channelId}`]),
    ...(seq === undefined ? [] : [`message=${seq}`]),
  ];
  return `/direct/${parentId ?? channelId}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}
