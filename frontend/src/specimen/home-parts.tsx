import type { HomeView, SuggestionView } from '@oniverse/contracts';
import { useRef } from 'react';
import { TextDiff } from '../features/writing/archive/text-diff.js';
import { AwaySummary } from '../features/site/home/away-summary.js';
import { Suggestions } from '../features/people/suggestions/index.js';
import { Window } from '../ui/window.js';
import { MEMBER } from './samples.js';

const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number): string => new Date(Date.now() - hours * HOUR_MS).toISOString();
const author = (username: string) => ({ username, displayName: null, profileImageUrl: null });
const place = (serverName: string, channelName: string) => ({
  serverId: MEMBER,
  serverName,
  isPublic: true,
  channelId: `${serverName} ${channelName}`,
  channelName,
});
const post = (title: string, username: string) => ({ id: title, title, author: author(username) });

const HOME: HomeView = {
  leftAt: hoursAgo(50),
  mentions: [
    {
      at: hoursAgo(1),
      isRead: false,
      author: author('mirelle_07'),
      place: place('Observatory', 'tonight'),
      content: '@vesper can you mark the direction of the second one?',
    },
  ],
  replies: [
    {
      at: hoursAgo(25),
      isRead: true,
      author: author('sable'),
      post: post('Notes from a lighthouse that is not there', 'vesper'),
      content: 'The handwriting in the rings: was it the same hand each time?',
    },
  ],
  links: [
    { at: hoursAgo(4), isRead: false, member: author('isolde'), sharedTags: ['tide_tables', 'night_walks'] },
  ],
  posts: [
    { at: hoursAgo(14), isRead: false, post: post('Slow light', 'otto_n') },
    { at: hoursAgo(20), isRead: false, post: post('Bread at four in the morning', 'sable') },
  ],
  channels: [
    { place: place('Observatory', 'tonight'), unreadCount: 34 },
    { place: place('Night Kitchen', 'bread'), unreadCount: 12 },
  ],
  hasNearPosts: true,
  steps: { isDismissed: false, sawConstellation: false },
};

export const SUGGESTIONS: SuggestionView[] = [
  {
    id: 'halcyon',
    kind: 'private',
    member: author('halcyon'),
    server: null,
    tags: ['lighthouses'],
    joinedAt: null,
  },
  {
    id: 'fog',
    kind: 'dimension',
    member: null,
    server: { id: MEMBER, name: 'Fog Signals' },
    tags: ['coast', 'ripples'],
    joinedAt: null,
  },
];

const BEFORE = {
  title: 'First winter',
  text: 'I keep maps of places that moved.\n\n- the pier\n- the ferry',
};
const AFTER = {
  title: 'Your page now',
  text: 'I keep clocks of places that stayed.\n\n- the pier\n- the lighthouse',
};

/** What home says about the time away and about links that could exist, and two texts of the time machine. */
export function HomeParts() {
  const compared = useRef<HTMLElement>(null);
  return (
    <>
      <Window title="Since you left">
        <AwaySummary home={HOME} username="vesper" />
      </Window>
      <Window title="Unlit lines">
        <Suggestions />
      </Window>
      <Window title="Time machine">
        <TextDiff before={BEFORE} after={AFTER} body={compared} />
      </Window>
    </>
  );
}
