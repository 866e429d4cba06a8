export const WRITE_TEXTS = {
  write: 'Write',
  writeTo: (name: string) => `Write to ${name}`,
  opening: 'Opening...',
  failed: 'The conversation could not be opened',
} as const;
