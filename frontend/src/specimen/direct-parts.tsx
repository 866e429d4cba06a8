import '../features/talk/direct/direct.css';
import type { ConversationView } from '@oniverse/contracts';
import { ConversationRow } from '../features/talk/direct/conversation-list.js';
import { TwoStarFigure } from '../features/talk/direct/two-star-figure.js';
import { Window } from '../ui/window.js';
import { MEMBER } from './samples.js';

const AT = '2026-11-20T21:14:00.000Z';
const named = (username: string) => ({
  userId: username,
  username,
  displayName: null,
  profileImageUrl: null,
});

const conversation = (
  id: string,
  username: string,
  excerpt: string,
  given: Partial<ConversationView> = {},
): ConversationView => ({
  id,
  isGroup: false,
  name: null,
  members: [named(username)],
  state: 'joined',
  isWaiting: false,
  isClosed: false,
  disappearsAfter: 'never',
  mayChooseDisappearing: true,
  seen: [],
  last: { seq: 3, userId: username, excerpt, createdAt: AT },
  lastSeq: 3,
  readSeq: 3,
  unreadCount: 0,
  isMuted: false,
  unreadInThreads: 0,
  createdAt: AT,
  ...given,
});

const CONVERSATIONS = [
  conversation('a', 'otto_n', 'Monday, ten past five. I will bring the old table so we can compare.'),
  conversation('b', 'juno_9', 'the shelf with the tide tables', {
    last: { seq: 3, userId: MEMBER, excerpt: 'the shelf with the tide tables', createdAt: AT },
    unreadInThreads: 2,
  }),
  conversation('c', 'sable', 'the oven is on', {
    isGroup: true,
    members: [named('mirelle_07'), named('sable'), named('a-member-with-a-long-oni-id')],
    unreadCount: 120,
  }),
  conversation('e', 'ren_o', 'the second kettle', { unreadCount: 4, isMuted: true }),
  conversation('d', 'm_arden', 'Hello, I found your lighthouse post.', { state: 'requested' }),
];

/** Conversations in their list, and the figures of their beginning and of a request. */
export function DirectParts() {
  return (
    <Window title="Direct">
      <div className="specimen__two">
        <ul>
          {CONVERSATIONS.map((one) => (
            <ConversationRow key={one.id} conversation={one} me={MEMBER} />
          ))}
        </ul>
        <div className="direct-start">
          <TwoStarFigure id="a" look="start" />
          <TwoStarFigure id="a" look="request" isRequest />
        </div>
      </div>
    </Window>
  );
}
