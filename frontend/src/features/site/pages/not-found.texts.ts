export const NOT_FOUND_TEXTS = {
  title: 'Page Not Found',
  text: 'The chart has a gap at this address. Nothing is lost. It was never drawn.',
  mark: 'no star here',
  home: 'Back home',
  constellation: 'Open the constellation',
} as const;
