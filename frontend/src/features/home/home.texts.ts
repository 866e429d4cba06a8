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
  near: (amount: number, isMore: boolean) =>
    amount === 0
      ? 'No node near you yet: a tag that you share draws the first line.'
      : `${isMore ? `More than ${amount} nodes` : count(amount, 'node', 'nodes')} near you.`,
  alone: 'Your node is private: no line leads to it.',
  nearFailed: 'The nodes near you could not be fetched.',
  you: 'you',
  constellation: 'Open the constellation',
  dimensions: 'Your dimensions',
  browse: 'Browse',
  members: (amount: number) => count(amount, 'member', 'members'),
  unread: (amount: number) => `${amount} unread`,
  loading: 'Loading your dimensions',
  failed: 'Your dimensions could not be fetched.',
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

/** What the composer of posts says. */
export const COMPOSER_TEXTS = {
  name: 'New post',
  title: 'Title',
  titlePlaceholder: 'Untitled',
  text: 'Post',
  textPlaceholder: 'Write in markdown. #tags in the text count.',
  preview: 'Preview',
  nothing: 'Nothing to show yet.',
  tag: 'Add a tag',
  tagPlaceholder: '+ tag',
  tags: 'Tags of the post',
  removeTag: (tag: string) => `Remove #${tag}`,
  fromText: 'Found in the text',
  public: 'Public',
  private: 'Private',
  toPrivate: 'Public: everyone may read it. Press to make it private.',
  toPublic: 'Private: only you may read it. Press to make it public.',
  post: 'Post',
  posting: 'posting...',
  left: (amount: number) => `${count(amount, 'character', 'characters')} left`,
  over: (amount: number) => `${count(amount, 'character', 'characters')} too many`,
  posted: { title: 'Posted', description: 'Your post is in the log.' },
  postedPrivately: { title: 'Posted', description: 'Only you can read it.' },
  failed: 'Post Failed',
  unreachable: 'The network did not answer. Your text is kept: try again in a moment.',
} as const;

/** What the log of posts says. */
export const LOG_TEXTS = {
  label: 'Whose posts',
  views: { mine: 'Your log', near: 'Near you', all: 'Everyone' },
  list: { mine: 'Your posts', near: 'Posts near you', all: 'Posts of everyone' },
  loading: 'Loading posts',
  failed: 'The posts could not be fetched.',
  retry: 'Try again',
  more: 'More posts',
  moreFailed: 'The next posts could not be fetched.',
  end: 'That is all of them.',
  tagged: (tag: string) => `#${tag}`,
  clearTag: (tag: string) => `Show posts without #${tag} too`,
  empty: {
    mine: { title: 'Nothing written yet', text: 'Your first post is the first dot of your log.' },
    tagged: { title: 'No post has this tag', text: 'Take the tag away to see the others.' },
    near: {
      title: 'Nobody near you has posted',
      text: 'Members who share a tag with you are near. Their posts come here.',
    },
    all: { title: 'The network is quiet', text: 'What anyone posts in public comes here.' },
  },
} as const;

/** What the list of happenings says. */
export const ACTIVITY_TEXTS = {
  title: 'Live activity',
  live: 'live',
  loading: 'Loading what happened',
  failed: 'What happened near you could not be fetched.',
  empty: 'Nothing happened near you in the last days.',
  messages: (amount: number) => count(amount, 'message', 'messages'),
  in: 'in',
  joined: 'joined',
  shares: 'now shares',
  more: (amount: number) => `and ${amount} more`,
} as const;

/** What the first steps say. */
export const STEPS_TEXTS = {
  title: 'First light: three steps',
  dismiss: 'Hide the first steps',
  done: 'done',
  steps: {
    profile: { title: 'Write your profile', text: 'Its #tags are what others find you by.' },
    dimension: { title: 'Join a dimension', text: 'A place to talk, live.' },
    constellation: { title: 'See your constellation', text: 'A shared tag is a line between two nodes.' },
  },
} as const;
