import type { ReactNode } from 'react';
import { plural } from '../../../ui/plural.js';
import { sentence } from '../../../ui/sentence.js';

const GREETINGS = [
  { from: 5, text: 'Good morning' },
  { from: 12, text: 'Good afternoon' },
  { from: 18, text: 'Good evening' },
] as const;

export const HOME_TEXTS = {
  title: 'Home',
  greeting: (hour: number, name: string) =>
    `${GREETINGS.findLast(({ from }) => hour >= from)?.text ?? 'Still awake'}, ${name}.`,
  near: (amount: number, isMore: boolean) =>
    amount === 0
      ? 'No nodes near you yet. Share a tag to form your first link.'
      : `${isMore ? `More than ${amount} nodes` : plural(amount, 'node')} near you.`,
  alone: 'Your profile is private, so your node has no links.',
  nearFailed: 'The nodes near you could not be loaded.',
  you: 'you',
  constellation: 'Open the constellation',
  dimensions: 'Your dimensions',
  browse: 'Browse',
  members: (amount: number) => plural(amount, 'member'),
  unread: (amount: number) => `${amount} unread`,
  loading: 'Loading your dimensions',
  failed: 'Your dimensions could not be loaded.',
  empty: {
    title: 'No dimension joined yet',
    text: 'Find a public one and join the conversation.',
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
    { to: '/t/{-$tag}', title: 'Tags' },
    { to: '/dimensions', title: 'Dimensions' },
  ],
} as const;

export const AWAY_SUMMARY_TEXTS = {
  title: 'Since you left',
  from: ({ day, time }: { day: string; time: string }) => `${day} ${time} to now`,
  lastHere: ({ day, time }: { day: string; time: string }) => `You were last here on ${day} at ${time}.`,
  markAll: 'Mark all read',
  markFailed: 'This could not be marked as read',
  unread: 'unread',
  kinds: { mention: 'mention', reply: 'reply', link: 'new line', posts: 'near you', channels: 'channels' },
  someone: 'Someone',
  /** What a message without a text is called. */
  onlyFiles: 'A file',
  mentioned: (who: ReactNode, place: ReactNode) => sentence`${who} in ${place}`,
  replied: (who: ReactNode, post: ReactNode) => sentence`${who} on ${post}`,
  repliedToPost: (who: ReactNode, post: ReactNode) => sentence`${who} on your post ${post}`,
  linkedBy: (tags: ReactNode, who: ReactNode) => sentence`You now share ${tags} with ${who}`,
  others: (amount: number) => plural(amount, 'other'),
  place: (server: string, channel: string) => `${server} # ${channel}`,
  posts: (amount: number) => plural(amount, 'post'),
  new: (amount: number) => `${amount} new`,
  quiet: 'All quiet since you left.',
} as const;

export const COMPOSER_TEXTS = {
  name: 'New post',
  title: 'Title',
  titlePlaceholder: 'Untitled',
  text: 'Post',
  textPlaceholder: 'Write in markdown. Add #tags anywhere in the text.',
  preview: 'Preview',
  nothing: 'Nothing to show yet.',
  tag: 'Add a tag',
  tagPlaceholder: '+ tag',
  tags: 'Tags of the post',
  removeTag: (tag: string) => `Remove #${tag}`,
  fromText: 'Found in the text',
  public: 'Public',
  private: 'Private',
  publicText: 'Public: every member can read it',
  privateText: 'Private: only you can read it',
  toPrivate: 'Public: every member can read it. Press to make it private.',
  toPublic: 'Private: only you can read it. Press to make it public.',
  post: 'Post',
  posting: 'posting...',
  left: (amount: number) => `${plural(amount, 'character')} left`,
  over: (amount: number) => `${plural(amount, 'character')} over the limit`,
  posted: { title: 'Posted', description: 'Your post is in the log.' },
  postedPrivately: { title: 'Posted', description: 'Only you can read it.' },
  failed: 'Post Failed',
  unreachable: 'You appear to be offline. Your text is kept, so try again in a moment.',
} as const;

export const LOG_TEXTS = {
  label: 'Posts to show',
  views: { mine: 'Yours', near: 'Near you', all: 'Everyone' },
  list: { mine: 'Your posts', near: 'Posts near you', all: 'All posts' },
  loading: 'Loading posts',
  new: (amount: number) => `${amount} new`,
  failed: 'The posts could not be loaded.',
  retry: 'Try again',
  more: 'More posts',
  moreFailed: 'More posts could not be loaded.',
  through: (tag: ReactNode) => sentence`near you through ${tag}`,
  end: 'End of the log.',
  tagged: (tag: string) => `#${tag}`,
  clearTag: (tag: string) => `Stop filtering by #${tag}`,
  empty: {
    mine: { title: 'Nothing written yet', text: 'Your first post starts your log.' },
    tagged: { title: 'No post has this tag', text: 'Clear the filter to see your other posts.' },
    near: {
      title: 'Nobody near you has posted',
      text: 'Posts by members who share a tag with you appear here.',
    },
    all: { title: 'The network is quiet', text: 'Public posts by all members appear here.' },
  },
} as const;

export const ACTIVITY_TEXTS = {
  title: 'Live activity',
  live: 'live',
  new: (amount: number) => `${amount} new`,
  loading: 'Loading activity',
  failed: 'The activity near you could not be loaded.',
  empty: 'No activity near you in the last few days.',
  messages: (amount: number) => plural(amount, 'message'),
  wrote: (messages: ReactNode, place: ReactNode) => sentence`${messages} in ${place}`,
  joined: (who: ReactNode, place: ReactNode) => sentence`${who} joined ${place}`,
  shares: (who: ReactNode, tags: ReactNode) => sentence`${who} now shares ${tags} with you`,
  more: (amount: number) => `${amount} more`,
} as const;

export const MOMENT_TEXTS = {
  title: 'Tags of the moment',
  text: 'Nobody is near you yet. Open a tag that is yours too, and write with it: every shared tag draws a line.',
  all: 'All tags',
} as const;

export const STEPS_TEXTS = {
  title: 'First light: three steps',
  dismiss: 'Hide the first steps',
  done: 'done',
  steps: {
    profile: { title: 'Write your profile', text: 'Its #tags help others find you.' },
    dimension: { title: 'Join a dimension', text: 'A place to talk, live.' },
    constellation: { title: 'See your constellation', text: 'Every shared tag links two nodes.' },
  },
} as const;
