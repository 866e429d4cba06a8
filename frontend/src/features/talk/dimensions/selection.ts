import { type OpenedInChat, readOpenedInChat } from '../../../frame/chat-address.js';

/** The selected server, channel, thread and message. Stored in the address, so that reload and Back work. */
export interface Selection extends OpenedInChat {
  server?: string;
  channel?: string;
}

export function readSelection({ server, channel, ...opened }: Record<string, unknown>): Selection {
  if (typeof server !== 'string') return {};
  if (typeof channel !== 'string') return { server };
  return { server, channel, ...readOpenedInChat(opened) };
}
