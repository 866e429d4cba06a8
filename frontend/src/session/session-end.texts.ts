export const SESSION_ENDED = { title: 'Session ended', description: 'Log in again to continue.' } as const;
