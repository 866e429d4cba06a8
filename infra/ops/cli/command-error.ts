/** How the process of a command exits. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  usage: 2,
  not_found: 3,
  not_confirmed: 4,
  /** Done, and it found something that needs the operator later. */
  warnings: 5,
} as const;

/** A failure with a code for scripts. Its message is for the operator. */
export class CommandError extends Error {
  override name = 'CommandError';

  /** @param code of `EXIT_CODES`, or one of the problems of the API, such as `quota_reached` */
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export const notFound = (message: string): CommandError => new CommandError('not_found', message);
export const wrongUsage = (message: string): CommandError => new CommandError('usage', message);

/** Returns the exit code of an error with a code. */
export const exitCodeOf = (code: string): number =>
  Object.entries(EXIT_CODES).find(([name]) => name === code)?.[1] ?? EXIT_CODES.failed;
