/** The selected server, channel and message. Stored in the address, so that reload and Back work. */
export interface Selection {
  server?: string;
  channel?: string;
  message?: number;
}

export function readSelection({ server, channel, message }: Record<string, unknown>): Selection {
  const isSeq = typeof message === 'number' && Number.isInteger(message) && message > 0;
  return {
    ...(typeof server === 'string' && { server }),
    ...(typeof server === 'string' && typeof channel === 'string' && { channel }),
    ...(typeof server === 'string' && typeof channel === 'string' && isSeq && { message }),
  };
}
