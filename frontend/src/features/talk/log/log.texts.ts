export const LOG_TEXTS = {
  changedElsewhere: 'The message was changed on another device.',
  /** What a message without a text is called where its files are not shown. */
  onlyFiles: 'A file',
  leftUnsent: 'You left the page before it went out.',
  reactionFailed: 'Reaction not saved',
  moveFailed: 'Taken back',
} as const;
