/** Reads the `seq` of the message that an address points to. */
export const readTargetSeq = ({ message }: Record<string, unknown>): { message?: number } =>
  typeof message === 'number' && Number.isInteger(message) && message > 0 ? { message } : {};
