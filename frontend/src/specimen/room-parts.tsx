import '../features/talk/messages/message-list.css';
import type { LinkPreview, Quote } from '@oniverse/contracts';
import { LinkPlates } from '../features/talk/messages/link-plate.js';
import { PendingRow } from '../features/talk/messages/message-row.js';
import type { SendOperation } from '../features/talk/log/index.js';
import { Window } from '../ui/window.js';
import { PICTURE, READER } from './samples.js';

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

const entry = (id: string, content: string, given: Partial<SendOperation> = {}): SendOperation => ({
  kind: 'send',
  id,
  talkId: 'tonight',
  userId: READER.id,
  content,
  draftRev: 0,
  at: '2026-11-20T21:14:00.000Z',
  tab: '',
  state: 'stored',
  ...given,
});
const ENTRIES = [
  entry('a', 'Roof is open. Wind dropped about an hour ago.'),
  entry('b', 'Bringing the long tripod, @vesper.'),
  entry('c', 'Cardboard and a dark sock.', { replyTo: QUOTE }),
  entry('d', CODE),
  entry('e', 'Az 94 for both.', { state: 'sending' }),
  entry('f', 'Drawn through the small scope.', {
    state: 'refused',
    problem: { message: 'Too many requests.' },
  }),
];
const LINKS: LinkPreview[] = [
  {
    place: 1,
    address: 'https://skywatch.example/taurids',
    title: 'Northern Taurids, November',
    description: 'A slow, bright shower with few but long fireballs. Best after midnight.',
    picture: { path: PICTURE, width: 208, height: 208 },
  },
  { place: 2, address: 'https://leonids.example/', site: 'Leonids', title: 'When to look up' },
];
const VIEWER = { ...READER, standing: 'member', isLocked: false } as const;

export function RoomParts() {
  return (
    <Window title="Messages">
      <div className="talk">
        {ENTRIES.map((each) => (
          <PendingRow key={each.id} entry={each} me={VIEWER} continues={each.id === 'b'} />
        ))}
        <LinkPlates links={LINKS} />
      </div>
    </Window>
  );
}
