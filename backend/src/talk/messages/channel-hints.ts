import type { MessageView, RemovedAuthor } from '@oniverse/contracts';

/** A message between backends about messages that the sender stored. It may be lost. */
export interface Hint {
  channelId: string;
  messages: readonly MessageView[];
  /** The server, and the room of the members who read the channel. Set for new messages outside of threads only. */
  serverId?: string;
  readersRoom?: string;
  /** The request that sent them, if it is traced. */
  request?: string;
}

export const isHint = (payload: unknown): payload is Hint =>
  typeof payload === 'object' && payload !== null && 'channelId' in payload && 'messages' in payload;

export const isRemovedAuthor = (payload: unknown): payload is RemovedAuthor =>
  typeof payload === 'object' &&
  payload !== null &&
  'channelId' in payload &&
  'userId' in payload &&
  'rev' in payload;
