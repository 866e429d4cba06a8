import { isNumber, isRecord, isText } from '../../api/guards.js';

/** What is selected on a page of servers: it lives in the address, so that reload and back work. */
export interface Selection {
  server?: string;
  channel?: string;
  /** The `seq` of a message of that channel. */
  message?: number;
}

/** The selection that an address carries; what it does not understand it leaves out. */
export function readSelection(search: unknown): Selection {
  if (!isRecord(search)) return {};
  const { server, channel, message } = search;
  const isPlace = isNumber(message) && Number.isInteger(message) && message > 0;
  return {
    ...(isText(server) && { server }),
    ...(isText(server) && isText(channel) && { channel }),
    ...(isText(server) && isText(channel) && isPlace && { message }),
  };
}
