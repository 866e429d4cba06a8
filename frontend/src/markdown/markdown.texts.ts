/** What is said in and around a document. */
export const MARKDOWN_TEXTS = {
  picture: (host: string) => `Show the picture from ${host}`,
  pictureHint: 'Showing it tells that host that you are here. Asked once for each author.',
  table: 'Table',
  code: (language: string | undefined) => (language === undefined ? 'Code' : `Code: ${language}`),
  done: 'Done',
  open: 'Not done',
} as const;
