import {
  type AttachmentView,
  type ChannelFileFilter,
  FILTERED_ATTACHMENTS,
  messageAddressesOf,
  messagePlainText,
  type MessageView,
} from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { factsOf } from '../../../objects/file-facts.js';
import { ObjectImage } from '../../../objects/object-image.js';
import { buttonClass } from '../../../ui/button.js';
import { IconButton } from '../../../ui/icon-button.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { MESSAGE_TEXTS } from '../messages/index.js';
import { useDownload } from './channel-files.queries.js';
import { CHANNEL_FILES_TEXTS as TEXTS } from './channel-files.texts.js';

/** Pixels; enough for a plate on a high-density screen. */
const RENDITION = 640;
/** Selects the buttons that jump to a message. */
export const ENTRY = '.channel-files__jump';

export type EntryPart =
  | { kind: 'attachment'; key: string; attachment: AttachmentView }
  | { kind: 'link'; key: string; address: string };

/** Returns what a message has for a filter: its attachments of these kinds, or the addresses in its text. */
export function entriesOf(
  { attachments = [], content }: MessageView,
  filter: ChannelFileFilter,
): EntryPart[] {
  if (filter === 'links') {
    return messageAddressesOf(content).map((address) => ({ kind: 'link', key: address, address }));
  }
  return attachments
    .filter(({ kind }) => FILTERED_ATTACHMENTS[filter].includes(kind))
    .map((attachment) => ({ kind: 'attachment', key: attachment.id, attachment }));
}

interface AboutProps {
  message: MessageView;
  isInThread: boolean;
  children?: ReactNode;
}

const authorOf = ({ author }: MessageView): string =>
  author ? `@${author.username}` : MESSAGE_TEXTS.departedMember;

/** Who sent it, and when. */
function About({ message, isInThread, children }: AboutProps) {
  return (
    <span className="tiny faint channel-files__about">
      {children !== undefined && <span>{children}</span>}
      <bdi>{authorOf(message)}</bdi>
      <RelativeTime at={message.createdAt} />
      {isInThread && <span>{TEXTS.inThread}</span>}
    </span>
  );
}

interface FileProps extends Omit<AboutProps, 'children'> {
  attachment: AttachmentView;
  onJump: () => void;
}

function Plate({ message, attachment, isInThread, onJump }: FileProps) {
  const { path, name, alt, width, height } = attachment;
  const caption = alt || name;
  return (
    <li className="channel-files__plate">
      <button
        type="button"
        className="channel-files__jump"
        aria-label={TEXTS.jumpTo(caption, authorOf(message))}
        onClick={onJump}
      >
        <span className="channel-files__picture">
          <ObjectImage
            path={path}
            rendition={RENDITION}
            alt=""
            {...(width !== undefined && height !== undefined && { width, height })}
          />
        </span>
        <span className="channel-files__caption" dir="auto">
          {caption}
        </span>
        <About message={message} isInThread={isInThread} />
      </button>
    </li>
  );
}

function FileRow({ message, attachment, isInThread, onJump }: FileProps) {
  const { path, name, alt } = attachment;
  const { mutate: download, isPending } = useDownload();
  const facts = factsOf(attachment);
  return (
    <li className="channel-files__row">
      <button
        type="button"
        className="channel-files__jump"
        aria-label={TEXTS.jumpTo(`${name}, ${facts}`, authorOf(message))}
        onClick={onJump}
      >
        <span className="channel-files__name" dir="auto">
          {name}
        </span>
        {alt !== '' && (
          <span className="small muted channel-files__text" dir="auto">
            {alt}
          </span>
        )}
        <About message={message} isInThread={isInThread}>
          {facts}
        </About>
      </button>
      <IconButton
        icon="download"
        name={TEXTS.download(name)}
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) download({ path, name });
        }}
      />
    </li>
  );
}

interface LinkRowProps extends Omit<FileProps, 'attachment'> {
  address: string;
}

function LinkRow({ message, address, isInThread, onJump }: LinkRowProps) {
  const text = messagePlainText(message.content);
  return (
    <li className="channel-files__row">
      <button
        type="button"
        className="channel-files__jump"
        aria-label={TEXTS.jumpTo(address, authorOf(message))}
        onClick={onJump}
      >
        <bdi className="channel-files__address">{address}</bdi>
        {text !== address && (
          <span className="small muted channel-files__text" dir="auto">
            {text}
          </span>
        )}
        <About message={message} isInThread={isInThread} />
      </button>
      <a
        className={`${buttonClass({ look: 'quiet' })} btn--icon`}
        href={address}
        target="_blank"
        rel="nofollow noopener noreferrer ugc"
        aria-label={TEXTS.open(address)}
        title={address}
      >
        {MENU_ICONS.link}
      </a>
    </li>
  );
}

interface FileEntryProps extends Omit<FileProps, 'attachment'> {
  part: EntryPart;
}

/** A picture, file or link of a message. It jumps to the message. */
export function FileEntry({ part, ...rest }: FileEntryProps) {
  if (part.kind === 'link') return <LinkRow {...rest} address={part.address} />;
  const { attachment } = part;
  return attachment.kind === 'picture' ? (
    <Plate {...rest} attachment={attachment} />
  ) : (
    <FileRow {...rest} attachment={attachment} />
  );
}
