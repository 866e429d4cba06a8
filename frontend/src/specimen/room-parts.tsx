import '../features/talk/messages/message-list.css';
import type { Quote } from '@oniverse/contracts';
import { PendingRow } from '../features/talk/messages/message-row.js';
import type { PendingMessage } from '../features/talk/log/operations.js';
import { Window } from '../ui/window.js';
import { READER } from './samples.js';

const CODE = `Logged as \`21:12:08\`. If three of us mark it:
\`\`\`js
// azimuth of the fireball from three marks
const path = fit(marks.map((m) => [m.az, m.alt]))
log(path.radiant('21:12:08')) // Taurus
\`\`\``;
const QUOTE: Quote = {
  seq: 1,
  rev: 1,
  userId: 'pell',
  username: 'pell',
  content: 'The streetlight across the road has opinions.',
  isDeleted: false,
};

const entry = (nonce: string, content: string, given: Partial<PendingMessage> = {}): PendingMessage => ({
  nonce,
  channelId: 'tonight',
  userId: READER.id,
  content,
  writtenAt: '2026-11-20T21:14:00.000Z',
  state: { storedAs: 1 },
  ...given,
});
const ENTRIES = [
  entry('a', 'Roof is open. Wind dropped about an hour ago.'),
  entry('b', 'Bringing the long tripod, @vesper.'),
  entry('c', 'Cardboard and a dark sock.', { replyTo: QUOTE }),
  entry('d', CODE),
  entry('e', 'Az 94 for both.', { state: 'sending' }),
  entry('f', 'Drawn through the small scope.', { state: { failed: { message: 'Too many requests.' } } }),
];
const VIEWER = { ...READER, standing: 'member' } as const;

export function RoomParts() {
  return (
    <Window title="Messages">
      <div className="talk">
        {ENTRIES.map((each) => (
          <PendingRow key={each.nonce} entry={each} me={VIEWER} continues={each.nonce === 'b'} />
        ))}
      </div>
    </Window>
  );
}
