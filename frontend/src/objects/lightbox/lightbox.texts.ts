export const LIGHTBOX_TEXTS = {
  previous: 'Previous picture',
  next: 'Next picture',
  close: 'Close',
  position: (at: number, of: string) => `${at} of ${of}`,
} as const;
