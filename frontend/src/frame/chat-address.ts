/** What the address of a channel or conversation opens in it. */
export interface OpenedInChat {
  thread?: string;
  /** The `seq` of a message to answer in a thread that does not exist yet. */
  start?: number;
  /** The `seq` of a message: in the thread, or without one in the channel or conversation. */
  message?: number;
}

const isSeq = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;

export const readOpenedInChat = ({ thread, start, message }: Record<string, unknown>): OpenedInChat => ({
  ...(typeof thread === 'string' && { thread }),
  ...(typeof thread !== 'string' && isSeq(start) && { start }),
  ...(isSeq(message) && { message }),
});
