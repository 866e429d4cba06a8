import './attached-files.css';
import { type AttachmentView, RENDITIONS } from '@oniverse/contracts';
import { type MouseEvent, useState } from 'react';
import { pictureBoxOf } from '../../../objects/attachment-space.js';
import { Blur } from '../../../objects/blur.js';
import { downloadObject } from '../../../objects/download-object.js';
import { factsOf, formatSize } from '../../../objects/file-facts.js';
import { Lightbox } from '../../../objects/lightbox/lightbox.js';
import { ObjectImage } from '../../../objects/object-image.js';
import { openableAddress } from '../../../objects/openable-address.js';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icons.js';
import { showFailure } from '../../../ui/show-failure.js';
import { FILE_TEXTS as TEXTS } from './attachment-parts.texts.js';
import { FileGlyph } from './file-glyph.js';
import { useInUse } from './in-use.store.js';

const LARGEST = Math.max(...RENDITIONS.widths);

/** Returns the rendition for a width in CSS pixels on this screen. */
const renditionFor = (width: number): number =>
  RENDITIONS.widths.find((candidate) => candidate >= width * window.devicePixelRatio) ?? LARGEST;

/** Returns what a file is called: what it shows or says, else its name. */
const titleOf = ({ alt, name }: AttachmentView): string => alt || name;

interface PlayButtonProps {
  picture: AttachmentView;
  isPlaying: boolean;
  onChange: (isPlaying: boolean) => void;
}

/** Moves a picture, which stands still until its reader asks for it. */
function PlayButton({ picture, isPlaying, onChange }: PlayButtonProps) {
  const title = titleOf(picture);
  return (
    <Button
      small
      className="picture-plate__play"
      aria-label={isPlaying ? TEXTS.stopOf(title) : TEXTS.playOf(title)}
      onClick={() => onChange(!isPlaying)}
    >
      {isPlaying ? TEXTS.stop : TEXTS.play}
    </Button>
  );
}

interface PlateProps {
  picture: AttachmentView;
  isAlone: boolean;
  onOpen: () => void;
}

function Plate({ picture, isAlone, onOpen }: PlateProps) {
  const { path, alt, blurhash, isAnimated, width, height } = picture;
  const [isShown, setShown] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [isPlaying, setPlaying] = useState(false);
  const box = pictureBoxOf(picture, isAlone);
  return (
    <figure className="picture-plate" style={{ width: box.width + 14 }}>
      <div className="picture-plate__frame" style={{ aspectRatio: box.ratio }}>
        {isMissing ? (
          <p className="small faint">{TEXTS.missing}</p>
        ) : (
          <button
            type="button"
            className="picture-plate__open"
            aria-label={TEXTS.open(titleOf(picture))}
            aria-haspopup="dialog"
            onClick={onOpen}
          >
            {blurhash !== undefined && !isShown && <Blur hash={blurhash} />}
            <ObjectImage
              path={path}
              rendition={renditionFor(box.width)}
              alt={titleOf(picture)}
              onShown={() => setShown(true)}
              onMissing={() => setMissing(true)}
              {...(width !== undefined && height !== undefined && { width, height })}
            />
            {isPlaying && (
              <ObjectImage className="picture-plate__moving" path={path} isMoving alt="" loading="eager" />
            )}
          </button>
        )}
        {isAnimated && !isMissing && (
          <PlayButton picture={picture} isPlaying={isPlaying} onChange={setPlaying} />
        )}
      </div>
      {alt !== '' && (
        <figcaption dir="auto" aria-hidden="true">
          {alt}
        </figcaption>
      )}
    </figure>
  );
}

interface PictureLightboxProps {
  pictures: readonly AttachmentView[];
  pictureId: string;
  onNavigate: (id: string) => void;
  onClose: () => void;
}

function PictureLightbox({ pictures, pictureId, onNavigate, onClose }: PictureLightboxProps) {
  const [playingId, setPlayingId] = useState<string>();
  const picture = pictures.find(({ id }) => id === pictureId);
  useInUse(pictureId);
  return (
    <Lightbox
      pictures={pictures.map((each) => ({
        id: each.id,
        path: each.path,
        name: titleOf(each),
        width: each.width ?? null,
        height: each.height ?? null,
        blurhash: each.blurhash ?? null,
        hasRenditions: true,
      }))}
      pictureId={pictureId}
      isPlaying={playingId === pictureId}
      onNavigate={onNavigate}
      onClose={onClose}
      caption={
        picture &&
        picture.alt !== '' && (
          <span className="italic" dir="auto">
            {picture.alt}
          </span>
        )
      }
      facts={
        picture && (
          <>
            {picture.isAnimated && (
              <PlayButton
                picture={picture}
                isPlaying={playingId === pictureId}
                onChange={(isPlaying) => setPlayingId(isPlaying ? pictureId : undefined)}
              />
            )}
            <bdi>{picture.name}</bdi>
            <span>{formatSize(picture.size)}</span>
          </>
        )
      }
    />
  );
}

/** A link to a file. It gets an address first, because a link sends no session. */
function DownloadLink({ file: { path, name } }: { file: AttachmentView }) {
  const [isLoading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    try {
      await downloadObject(path, name);
    } catch (error) {
      showFailure(TEXTS.downloadFailed, error);
    }
    setLoading(false);
  };
  return (
    <a
      href={path}
      download={name}
      className="act"
      aria-label={TEXTS.downloadOf(name)}
      aria-disabled={isLoading}
      onClick={(event: MouseEvent) => {
        event.preventDefault();
        if (!isLoading) void download();
      }}
    >
      <Icon name="download" small />
      {isLoading ? TEXTS.loading : TEXTS.download}
    </a>
  );
}

/** The button that was pressed is gone. */
const focusPlayer = (player: HTMLMediaElement | null): void => player?.focus();

/** Sound or video. It gets an address when its reader plays it, because a player sends no session. */
function Player({ file }: { file: AttachmentView }) {
  const { id, kind, path } = file;
  const title = titleOf(file);
  const [state, setState] = useState<'idle' | 'wanted' | 'missing'>('idle');
  const [url, setUrl] = useState<string>();
  useInUse(state === 'wanted' ? id : undefined);
  const play = async () => {
    setState('wanted');
    try {
      setUrl(await openableAddress(path));
    } catch {
      setState('missing');
    }
  };
  const given = {
    controls: true,
    autoPlay: true,
    src: url,
    'aria-label': title,
    ref: focusPlayer,
    onError: () => setState('missing'),
  };
  if (url !== undefined && state === 'wanted' && kind === 'sound') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its author describes it
    return <audio preload="none" {...given} />;
  }
  if (url !== undefined && state === 'wanted') {
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- its author describes it
    return <video preload="metadata" playsInline {...given} />;
  }
  return (
    <>
      <Button
        small
        aria-label={TEXTS.playOf(title)}
        pending={state === 'wanted' && TEXTS.loading}
        onClick={() => void play()}
      >
        {TEXTS.play}
      </Button>
      {state === 'missing' && (
        <span className="small danger" role="alert">
          {TEXTS.missing}
        </span>
      )}
    </>
  );
}

function FileRow({ file }: { file: AttachmentView }) {
  const { kind, name, alt } = file;
  const isPlayed = kind === 'sound' || kind === 'video';
  return (
    <li className={`attached-files__row attached-files__row--${kind}`}>
      <FileGlyph kind={kind} />
      <div className="attached-files__text">
        <b className="attached-files__name" title={name}>
          <bdi>{name}</bdi>
        </b>
        <span className="faint">{factsOf(file)}</span>
        {alt !== '' && (
          <p className="attached-files__alt" dir="auto">
            {alt}
          </p>
        )}
      </div>
      <DownloadLink file={file} />
      {isPlayed && (
        <div className="attached-files__player">
          <Player file={file} />
        </div>
      )}
    </li>
  );
}

export interface AttachedFileListProps {
  attachments: readonly AttachmentView[];
}

/** The files of a message, post or reply: pictures as plates, which open a lightbox, then rows for all else. */
export function AttachedFileList({ attachments }: AttachedFileListProps) {
  const [openId, setOpenId] = useState<string>();
  const pictures = attachments.filter(({ kind }) => kind === 'picture');
  const others = attachments.filter(({ kind }) => kind !== 'picture');
  const isAlone = pictures.length === 1;
  return (
    <div className="attached-files">
      {pictures.length > 0 && (
        <div className={isAlone ? 'attached-files__plates is-alone' : 'attached-files__plates'}>
          {pictures.map((picture) => (
            <Plate
              key={picture.id}
              picture={picture}
              isAlone={isAlone}
              onOpen={() => setOpenId(picture.id)}
            />
          ))}
        </div>
      )}
      {others.length > 0 && (
        <ul className="attached-files__rows">
          {others.map((file) => (
            <FileRow key={file.id} file={file} />
          ))}
        </ul>
      )}
      {openId !== undefined && (
        <PictureLightbox
          pictures={pictures}
          pictureId={openId}
          onNavigate={setOpenId}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </div>
  );
}
