export const LINK_PREVIEW_TEXTS = {
  ask: 'Show preview',
  asked: 'The preview appears once the page has answered.',
  remove: 'Remove preview',
  removeOf: (host: string) => `Remove preview of ${host}`,
} as const;
