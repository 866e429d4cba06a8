/** The hours of the day at which a greeting changes. */
const GREETINGS = [
  { from: 5, text: 'Good morning' },
  { from: 12, text: 'Good afternoon' },
  { from: 18, text: 'Good evening' },
] as const;

const count = (amount: number, one: string, many: string) => `${amount} ${amount === 1 ? one : many}`;

/** What the homepage says. */
export const HOME_TEXTS = {
  title: 'Home',
  greeting: (hour: number, name: string) =>
    `${GREETINGS.findLast(({ from }) => hour >= from)?.text ?? 'Still awake'}, ${name}.`,
  lines: (joined: number) =>
    joined === 0
      ? 'No dimension is joined to your node yet.'
      : `${count(joined, 'dimension is', 'dimensions are')} joined to your node.`,
  you: 'you',
  constellation: 'Open the constellation',
  dimensions: 'Your dimensions',
  browse: 'Browse',
  members: (amount: number) => count(amount, 'member', 'members'),
  loading: 'Loading your dimensions',
  failed: 'Your dimensions could not be fetched. Load the page again to retry.',
  empty: {
    title: 'No dimension joined yet',
    text: 'Step into a public one: the channel is already moving.',
    action: 'Browse public dimensions',
  },
  network: 'The network',
  nodes: 'nodes formed',
  noNodes: 'no nodes counted yet',
  ways: 'Your places',
  places: [
    { to: '/profile', title: 'Profile' },
    { to: '/archive', title: 'Archive' },
    { to: '/album', title: 'Album' },
    { to: '/constellation', title: 'Constellation' },
    { to: '/dimensions', title: 'Dimensions' },
  ],
} as const;
