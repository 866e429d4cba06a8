export const SESSION_ENDED = { title: 'Session ended', description: 'Sign in again to continue.' } as const;
