export const MARKDOWN_TEXTS = {
  picture: (host: string) => `Show the picture from ${host}`,
  pictureHint: 'That host will see your visit. We ask once for each author.',
  table: 'Table',
  done: 'Done',
  open: 'Not done',
} as const;
