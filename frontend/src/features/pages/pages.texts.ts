/** What the page says to a member who took a wrong turn. */
export const NOT_FOUND_TEXTS = {
  title: 'Page Not Found',
  text: 'The chart has a gap at this address. Nothing is lost, it was never drawn.',
  mark: 'no star here',
  home: 'Back home',
  constellation: 'Open the constellation',
} as const;

/** What stands where a page broke. */
export const BROKEN_TEXTS = {
  title: 'This page broke',
  text: 'What you sent before is kept. Load the page again; if it breaks once more, start over from the first page.',
  mark: 'lost for a moment',
  again: 'Load it again',
  home: 'To the first page',
} as const;

/** What stands where a page, or a part that it needs, could not be fetched: no network, or a newer version is out. */
export const MISSING_TEXTS = {
  ...BROKEN_TEXTS,
  title: 'This page did not arrive',
  text: 'Either the network is down, or there is a newer version. Load the page again to go on; what you sent before is kept.',
  mark: 'not here yet',
} as const;
