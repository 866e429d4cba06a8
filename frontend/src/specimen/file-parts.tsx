import '../features/site/home/composer.css';
import '../features/talk/attachments/tray-slot.css';
import '../features/talk/messages/message-composer.css';
import '../features/talk/messages/message-list.css';
import type { AttachmentView } from '@oniverse/contracts';
import { useState } from 'react';
import { AddFilesButton } from '../features/talk/attachments/index.js';
import { AttachedFileList } from '../features/talk/attachments/attached-file-list.js';
import { TrayFiles } from '../features/talk/attachments/tray-files.js';
import { Button } from '../ui/button.js';
import { Window } from '../ui/window.js';
import { PICTURE } from './samples.js';

/** The rest of the address of a rendition is a fragment of the picture's. */
const PATH = `${PICTURE}#`;

const attachment = (id: string, given: Partial<AttachmentView>): AttachmentView => ({
  id,
  kind: 'picture',
  path: PATH,
  name: 'roof-21-16.jpg',
  size: 3_250_585,
  alt: '',
  width: 1_600,
  height: 1_200,
  blurhash: 'LEHV6nWB2yk8pyo0adR*.7kCMdnj',
  ...given,
});
const PAIR = [
  attachment('east', { alt: 'East, four hours' }),
  attachment('hill', { alt: 'Where it went behind the hill', isAnimated: true }),
  attachment('third', {}),
];
const ALONE = [attachment('tall', { width: 900, height: 1_400, alt: 'Pencil sketch of the first path' })];
const OTHERS = [
  attachment('rain', { kind: 'sound', name: 'rain-on-the-roof.mp3', alt: 'Two minutes of rain' }),
  attachment('film', { kind: 'video', name: 'meteor.mp4', size: 18_000_000 }),
  attachment('log', { kind: 'file', name: 'observations-of-the-whole-winter.tar.gz', size: 14_336 }),
];

type TrayFile = Parameters<typeof TrayFiles>[0]['files'][number];
const file = (key: string, given: Partial<TrayFile>): TrayFile => ({
  key: `specimen ${key}`,
  name: 'roof-21-16.heic',
  size: 3_250_585,
  alt: '',
  state: 'ready',
  preview: PICTURE,
  ...given,
});
const FILES: readonly TrayFile[] = [
  file('ready', { alt: 'Pencil sketch of the first path' }),
  file('sending', { name: 'second-path.png', size: 8_800_000, state: 'sending', fraction: 0.62 }),
  file('failed', { name: 'film.mov', state: 'failed', preview: undefined }),
  file('interrupted', { name: 'notes.pdf', state: 'interrupted', preview: undefined }),
  file('processing', { name: 'moon.jpg', state: 'processing' }),
];

const noop = () => undefined;

/** @param place makes the keys of its files unique in the page */
function Tray({ place }: { place: string }) {
  const [files, setFiles] = useState(() => FILES.map((each) => ({ ...each, key: `${place} ${each.key}` })));
  return (
    <TrayFiles
      files={files}
      actions={{
        describe: (file, alt) =>
          setFiles((all) => all.map((each) => (each === file ? { ...file, alt } : each))),
        remove: (file) => setFiles((all) => all.filter((each) => each !== file)),
        move: noop,
        retry: noop,
        leave: noop,
        escape: noop,
      }}
    />
  );
}

/** Files as readers see them, and in the fields for messages, posts and replies. */
export function FileParts() {
  return (
    <Window title="Files">
      <div className="specimen__col">
        <div className="talk">
          <AttachedFileList attachments={PAIR} />
          <AttachedFileList attachments={ALONE} />
          <AttachedFileList attachments={OTHERS} />
        </div>
        <div className="message-composer__box">
          <Tray place="message" />
        </div>
        <div className="composer">
          <p className="composer__body">A new post</p>
          <div className="tray-box composer__files">
            <Tray place="post" />
          </div>
          <div className="composer__foot">
            <div className="composer__actions">
              <AddFilesButton onFiles={noop} />
              <Button look="primary" small disabled>
                Post
              </Button>
            </div>
          </div>
          <output className="small composer__problem">1 file is on the way.</output>
          <p className="tiny faint composer__who">Public: every member can read it</p>
        </div>
        <div className="tray-box tray-box--framed">
          <p className="tray-drop small">Drop the files here</p>
          <Tray place="reply" />
        </div>
      </div>
    </Window>
  );
}
