export const LOG_TEXTS = {
  changedElsewhere: 'The message was changed on another device.',
  leftUnsent: 'You left the page before it went out.',
  reactionFailed: 'Reaction not saved',
} as const;
