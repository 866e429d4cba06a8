import './attachment-tray.css';
import { LIMITS } from '@oniverse/contracts';
import { type PointerEvent, useState } from 'react';
import { ObjectImage } from '../../../objects/object-image.js';
import { formatSecond } from '../../../ui/dates.js';
import { IconButton } from '../../../ui/icon-button.js';
import { keyOf } from '../../../ui/keys.js';
import { orderHandle } from '../../../ui/order-handle.js';
import { TRAY_TEXTS as TEXTS } from './attachment-parts.texts.js';
import { formatSize } from '../../../objects/file-facts.js';
import { FileGlyph } from './file-glyph.js';
import { isStopped, type TrayFile } from './tray.store.js';

/** Pixels; enough for 56 on a high-density screen. */
const RENDITION = 320;

function Picture({ file }: { file: TrayFile }) {
  const { preview, view } = file;
  const [isBroken, setBroken] = useState(false);
  if (preview !== undefined && !isBroken) {
    // Browsers do not show every kind of picture.
    return <img src={preview} alt="" onError={() => setBroken(true)} />;
  }
  if (view?.kind === 'picture') return <ObjectImage path={view.path} rendition={RENDITION} alt="" />;
  return <FileGlyph kind={view?.kind ?? (preview === undefined ? 'file' : 'picture')} />;
}

function statusOf({ state, size, fraction = 0, wait, reason }: TrayFile): string {
  if (wait) return wait.for === 'network' ? TEXTS.offline : TEXTS.limited(formatSecond(wait.until));
  switch (state) {
    case 'waiting':
      return TEXTS.waiting(formatSize(size));
    case 'sending':
      return TEXTS.sending(Math.floor(fraction * 100), formatSize(size));
    case 'processing':
      return TEXTS.processing(formatSize(size));
    case 'ready':
      return TEXTS.ready(formatSize(size));
    case 'interrupted':
      return TEXTS.interrupted;
    case 'failed':
      return reason === undefined ? TEXTS.failed : TEXTS.failedFor(reason);
    default:
      return state satisfies never;
  }
}

/** Moves the focus from a row that is removed to the button of the next one. @returns whether there is one */
function focusNeighbour(key: string): boolean {
  const row = document.querySelector(`[data-file="${CSS.escape(key)}"]`);
  const next = row?.nextElementSibling ?? row?.previousElementSibling;
  const button = next?.querySelector<HTMLElement>('.tray__remove');
  button?.focus();
  return Boolean(button);
}

/** What an author does with the files. */
export interface TrayActions {
  describe: (file: TrayFile, alt: string) => void;
  /** @param position from 0; kept within the list */
  move: (file: TrayFile, position: number) => void;
  retry: (file: TrayFile) => void;
  remove: (file: TrayFile) => void;
  /** Returns to the text. */
  leave: () => void;
  /** Returns there by Escape. */
  escape: () => void;
}

interface RowProps {
  file: TrayFile;
  actions: TrayActions;
  isDragged: boolean;
  onStep: (step: -1 | 1) => void;
  onDrag: (event: PointerEvent<HTMLElement>) => void;
  onDrop: () => void;
}

function Row({ file, actions, isDragged, onStep, onDrag, onDrop }: RowProps) {
  const { key, name, state, alt, fraction = 0 } = file;
  const isOff = isStopped(file);
  const isOnTheWay = state === 'waiting' || state === 'sending';
  return (
    <li
      className={isOnTheWay ? 'tray__file is-sending' : 'tray__file'}
      data-file={key}
      data-dragged={isDragged || undefined}
    >
      <button
        type="button"
        className="tray__handle"
        aria-label={TEXTS.move(name)}
        title={TEXTS.keys}
        {...orderHandle({ isDragged, onStep, onDrag, onDrop })}
      >
        <Picture file={file} />
      </button>
      <div className="tray__text">
        <b className="tray__name" title={name}>
          <bdi>{name}</bdi>
        </b>
        {isOff ? (
          <span className="tray__status danger" role="alert">
            {statusOf(file)}
          </span>
        ) : (
          <span className="tray__status">{statusOf(file)}</span>
        )}
        {state === 'failed' && (
          <button
            type="button"
            className="act tray__retry"
            aria-label={TEXTS.retryOf(name)}
            onClick={() => {
              actions.leave();
              actions.retry(file);
            }}
          >
            {TEXTS.retry}
          </button>
        )}
        {!isOff && (
          <input
            className="tray__alt"
            aria-label={TEXTS.altOf(name)}
            placeholder={TEXTS.alt}
            dir="auto"
            maxLength={LIMITS.alt.max}
            value={alt}
            onChange={({ target }) => actions.describe(file, target.value)}
            onKeyDown={(event) => {
              const pressed = keyOf(event);
              if (pressed !== 'Enter' && pressed !== 'Escape') return;
              // Enter sends only from the text, and Escape also closes a thread or a dialog.
              event.preventDefault();
              if (pressed === 'Enter') actions.leave();
              else actions.escape();
            }}
          />
        )}
        {isOnTheWay && (
          <progress className="tray__progress" aria-label={TEXTS.progress(name)} max={1} value={fraction} />
        )}
      </div>
      <IconButton
        small
        icon="close"
        className="tray__remove"
        name={TEXTS.remove(name)}
        onClick={() => {
          if (!focusNeighbour(file.key)) actions.leave();
          actions.remove(file);
        }}
      />
    </li>
  );
}

/** The files of what a member writes, in their order. */
export function TrayFiles({ files, actions }: { files: readonly TrayFile[]; actions: TrayActions }) {
  const [dragged, setDragged] = useState<string>();
  const [moved, setMoved] = useState('');
  /** Moves a file, and says where it is now. */
  const move = (file: TrayFile, position: number) => {
    actions.move(file, position);
    setMoved(TEXTS.moved(file.name, Math.min(files.length, Math.max(1, position + 1)), files.length));
  };
  const drag = (file: TrayFile, { clientX, clientY }: PointerEvent) => {
    setDragged(file.key);
    const row = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-file]');
    const target = files.findIndex(({ key }) => key === row?.dataset['file']);
    if (target >= 0 && files[target]?.key !== file.key) actions.move(file, target);
  };
  return (
    <>
      <ol className="tray__files" aria-label={TEXTS.label}>
        {files.map((file, index) => (
          <Row
            key={file.key}
            file={file}
            actions={actions}
            isDragged={dragged === file.key}
            onStep={(step) => move(file, index + step)}
            onDrag={(event) => drag(file, event)}
            onDrop={() => {
              if (dragged === file.key) move(file, index);
              setDragged(undefined);
            }}
          />
        ))}
      </ol>
      <output className="vh">{moved}</output>
    </>
  );
}
