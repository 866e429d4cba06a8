export const LINK_PREVIEW_TEXTS = {
  remove: 'Remove preview',
  removeOf: (host: string) => `Remove preview of ${host}`,
} as const;
