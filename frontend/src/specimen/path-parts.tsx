import '../features/talk/notifications/night-log.css';
import {
  type BookmarkKeys,
  type BookmarkView,
  getHiddenMembers,
  type NotificationView,
} from '@oniverse/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { queryOf } from '../api/calls.js';
import { keysQuery, shelfQuery } from '../features/writing/bookmarks/bookmarks.queries.js';
import { BookmarkButton } from '../features/writing/bookmarks/index.js';
import { Shelf } from '../features/writing/bookmark-lists/index.js';
import { NightRing } from '../features/talk/notifications/night-ring.js';
import { NightRow } from '../features/talk/notifications/night-row.js';
import { stateQuery } from '../features/talk/notifications/notifications.queries.js';
import { QuietDial } from '../features/talk/notifications/quiet-dial.js';
import { RowActions } from '../features/talk/notifications/row-actions.js';
import { suggestionsQuery } from '../features/people/suggestions/suggestions.queries.js';
import { sessionQuery } from '../session/session.js';
import { Window } from '../ui/window.js';
import { HomeParts, SUGGESTIONS } from './home-parts.js';
import { BetweenParts, fillBetween } from './between-parts.js';
import { DirectParts } from './direct-parts.js';
import { GameParts } from './game-parts.js';
import { RoomParts } from './room-parts.js';
import { MEMBER, READER } from './samples.js';
import { TagParts } from './tag-parts.js';

const AT = '2026-11-20T21:14:00.000Z';
const OTTO = { username: 'otto_n', displayName: null, profileImageUrl: null };
const ISOLDE = { username: 'isolde', displayName: 'Isolde Marr', profileImageUrl: null };

const KEYS: BookmarkKeys = {
  member: [],
  post: [],
  picture: [],
  tag: ['dreams'],
  message: [],
  onBoards: [],
};

const kept = (given: Pick<BookmarkView, 'kind' | 'subject'> & Partial<BookmarkView>): BookmarkView => ({
  id: given.subject,
  title: null,
  author: null,
  imageUrl: null,
  place: null,
  conversation: null,
  newPosts: 0,
  note: null,
  createdAt: AT,
  ...given,
});
const SHELF: BookmarkView[] = [
  kept({ kind: 'post', subject: 'post', title: 'The Moth does not answer', author: OTTO }),
  kept({ kind: 'tag', subject: 'dreams', newPosts: 2 }),
  kept({ kind: 'picture', subject: 'picture', title: 'Winter plates, no. 4', author: ISOLDE }),
  kept({
    kind: 'message',
    subject: 'message',
    title: 'Clear skies.',
    author: OTTO,
    place: {
      serverId: MEMBER,
      serverName: 'Observatory',
      isPublic: true,
      channelId: MEMBER,
      channelName: 'tonight',
      seq: 1,
    },
  }),
  kept({ kind: 'member', subject: 'member', author: ISOLDE }),
];

const entry = (given: Pick<NotificationView, 'kind'> & Partial<NotificationView>): NotificationView => ({
  id: given.kind,
  createdAt: AT,
  happenedAt: null,
  remindAt: null,
  isUnread: false,
  members: [{ userId: 'isolde', ...ISOLDE }],
  others: 0,
  post: null,
  reply: null,
  message: null,
  server: null,
  report: null,
  sharedTags: [],
  ...given,
});
const POST = { id: 'post', title: 'The bus that waits', author: 'vesper' };
const SERVER = { id: MEMBER, name: 'Observatory', isPublic: true };
const LOG: NotificationView[] = [
  entry({
    kind: 'mention',
    isUnread: true,
    server: SERVER,
    message: { channelId: MEMBER, channelName: 'tonight', seq: 1, excerpt: 'Look up, @vesper.' },
  }),
  entry({ kind: 'reply', post: POST, reply: { id: 'reply', excerpt: 'Was it the same hand each time?' } }),
  entry({
    kind: 'ripple',
    post: POST,
    members: [
      { userId: 'isolde', ...ISOLDE },
      { userId: 'otto', ...OTTO },
    ],
    others: 3,
  }),
  entry({ kind: 'link', isUnread: true, sharedTags: ['night_walks', 'tide_tables'] }),
  entry({ kind: 'invite', server: SERVER, happenedAt: AT }),
];

/** Answers from the cache, because the gallery has no server. */
function clientFor(isUnread: boolean): QueryClient {
  const client = new QueryClient({
    defaultOptions: { queries: { staleTime: Infinity, refetchOnMount: false } },
  });
  client.setQueryData(sessionQuery.queryKey, READER);
  client.setQueryData(queryOf(getHiddenMembers).queryKey, { blocked: [], muted: [] });
  client.setQueryData(keysQuery.queryKey, KEYS);
  client.setQueryData(shelfQuery.queryKey, {
    pages: [{ items: SHELF, nextCursor: null }],
    pageParams: [''],
  });
  client.setQueryData(stateQuery.queryKey, { isUnread });
  client.setQueryData(suggestionsQuery.queryKey, { suggestions: SUGGESTIONS });
  fillBetween(client);
  return client;
}
const UNREAD = clientFor(true);
const READ = clientFor(false);

function Parts() {
  return (
    <QueryClientProvider client={UNREAD}>
      <HomeParts />
      <Window title="Kept things">
        <div className="specimen__two">
          <div>
            <div className="specimen__row">
              <BookmarkButton kind="tag" subject="moths" name="#moths" />
              <BookmarkButton kind="tag" subject="dreams" name="#dreams" />
              <BookmarkButton kind="tag" subject="moths" name="#moths" look="icon" />
              <BookmarkButton kind="tag" subject="dreams" name="#dreams" look="icon" />
            </div>
            <div className="specimen__row specimen__ring">
              <NightRing />
              <QueryClientProvider client={READ}>
                <NightRing />
              </QueryClientProvider>
            </div>
            <QuietDial from="23:00" until="07:00" now={21 * 60 + 14} />
          </div>
          <Shelf />
        </div>
      </Window>
      <Window title="Night log">
        <ol className="night__list">
          {LOG.map((row) => (
            <NightRow
              key={row.id}
              row={row}
              actions={<RowActions kind={row.kind} filter={undefined} onMove={() => {}} />}
            />
          ))}
        </ol>
        <ul>
          {LOG.slice(0, 2).map((row) => (
            <NightRow key={row.id} row={row} short />
          ))}
        </ul>
      </Window>
      <RoomParts />
      <GameParts />
      <DirectParts />
      <BetweenParts />
      <TagParts />
    </QueryClientProvider>
  );
}

// Its links lead nowhere.
const router = createRouter({
  routeTree: createRootRoute({ component: Parts }),
  history: createMemoryHistory(),
});

export const PathParts = () => <RouterProvider router={router} />;
