/** Shown until the page reloads. */
export const ENDED_TEXTS = {
  title: 'One moment',
  text: 'The account signed in here has changed. This page reloads as soon as you are online. Drafts and unsent messages stay with the account that wrote them.',
  mark: 'reopening',
  again: 'Go to the start page',
} as const;

/** For a page that threw an error. */
export const BROKEN_TEXTS = {
  title: 'This page broke',
  text: 'Everything you sent is safe. Reload the page. If it breaks again, begin at the start page.',
  mark: 'lost for a moment',
  again: 'Reload the page',
  home: 'Go to the start page',
} as const;

/** The browser is offline, or a newer version replaced the page's code. */
export const NOT_LOADED_TEXTS = {
  ...BROKEN_TEXTS,
  title: 'This page did not arrive',
  text: 'You may be offline, or there is a newer version. Reload the page to continue. Everything you sent is safe.',
  mark: 'not here yet',
} as const;
