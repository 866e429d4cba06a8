/** The selected server, channel, thread and message. Stored in the address, so that reload and Back work. */
export interface Selection {
  server?: string;
  channel?: string;
  thread?: string;
  /** The `seq` of a message of the channel to answer in a thread that does not exist yet. */
  start?: number;
  /** The `seq` of a message: in the thread, or without one in the channel. */
  message?: number;
}

const isSeq = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

export function readSelection({
  server,
  channel,
  thread,
  start,
  message,
}: Record<string, unknown>): Selection {
  if (typeof server !== 'string') return {};
  if (typeof channel !== 'string') return { server };
  const place = {
    ...(typeof thread === 'string' && { thread }),
    ...(typeof thread !== 'string' && isSeq(start) && { start }),
  };
  return { server, channel, ...place, ...(isSeq(message) && { message }) };
}
