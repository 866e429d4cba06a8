import '../features/talk/channel-files/channel-files.css';
import type { AttachmentView, MessageView } from '@oniverse/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { entriesOf, FileEntry } from '../features/talk/channel-files/file-entry.js';
import { Window } from '../ui/window.js';

/** Stands for a picture. */
const STARS = new URL('../assets/stars-dark.svg', import.meta.url).pathname;
const AT = '2026-11-20T21:14:00.000Z';
const attachment = (
  kind: AttachmentView['kind'],
  name: string,
  given: Partial<AttachmentView> = {},
): AttachmentView => ({
  id: name,
  kind,
  path: STARS,
  name,
  size: 3_250_585,
  alt: '',
  ...given,
});
const MESSAGE: MessageView = {
  id: 'm-1',
  channelId: 'tonight',
  userId: 'sable',
  seq: 1,
  rev: 1,
  content: 'Could be one of these: https://skywatch.example/taurids',
  nonce: null,
  author: { username: 'sable', displayName: null, profileImageUrl: null },
  createdAt: AT,
  updatedAt: AT,
  editedAt: null,
  deletedAt: null,
  attachments: [
    attachment('picture', 'roof-21-16.jpg', { alt: 'East, four hours', width: 1600, height: 900 }),
    attachment('picture', 'a-picture-with-a-name-that-is-much-longer-than-its-plate.png'),
    attachment('picture', 'hill.png', { alt: 'Where it went behind the hill', width: 900, height: 1600 }),
    attachment('sound', 'wind.ogg', { alt: 'The wind on the roof' }),
    attachment('video', 'meteor.mp4', { size: 26_214_400 }),
    attachment('file', 'observing-list-of-the-whole-winter-with-notes.txt', { size: 812 }),
  ],
};
const CLIENT = new QueryClient();

/** The entries of the files of a channel. */
export function ChannelFileParts() {
  const rows = (['sound', 'files', 'links'] as const).flatMap((filter) => entriesOf(MESSAGE, filter));
  return (
    <QueryClientProvider client={CLIENT}>
      <Window title="Files">
        <ul className="channel-files__plates">
          {entriesOf(MESSAGE, 'pictures').map((part) => (
            <FileEntry
              key={part.key}
              message={MESSAGE}
              part={part}
              isInThread={false}
              onJump={() => undefined}
            />
          ))}
        </ul>
        <ul>
          {rows.map((part) => (
            <FileEntry key={part.key} message={MESSAGE} part={part} isInThread onJump={() => undefined} />
          ))}
        </ul>
      </Window>
    </QueryClientProvider>
  );
}
