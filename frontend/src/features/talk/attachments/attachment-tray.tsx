import './attachment-tray.css';
import { useEffect } from 'react';
import { TRAY_TEXTS as TEXTS } from './attachment-parts.texts.js';
import { TrayFiles } from './tray-files.js';
import { type TrayPlace, updateFile, useTrayFiles } from './tray.store.js';
import { checkReady, moveFile, removeFile, resumeInterrupted, retryFile } from './tray-uploads.js';

export interface AttachmentTrayProps {
  place: TrayPlace;
  /** Returns to the text. */
  onDone: () => void;
  /** Lets a message wait for its author again; undefined unless it is sent when its files are ready. */
  onDisarm?: (() => void) | undefined;
}

/** The files of what a member writes: their uploads, descriptions and order. */
export function AttachmentTray({ place, onDone, onDisarm }: AttachmentTrayProps) {
  const files = useTrayFiles(place);
  const { userId, placeId } = place;
  useEffect(() => {
    checkReady({ userId, placeId });
    void resumeInterrupted({ userId, placeId });
  }, [userId, placeId]);
  const ready = files.filter(({ state }) => state === 'ready').length;
  const isArmed = onDisarm !== undefined;
  const holdBack = () => {
    onDone();
    onDisarm?.();
  };
  return (
    <>
      <TrayFiles
        files={files}
        actions={{
          describe: ({ key }, alt) => updateFile(key, { alt }),
          move: ({ key }, position) => moveFile(place, key, position),
          retry: retryFile,
          remove: (file) => removeFile(place, file),
          leave: onDone,
          escape: holdBack,
        }}
      />
      {isArmed && (
        <p className="tray__armed small">
          {TEXTS.armed}
          <button type="button" className="act" onClick={holdBack}>
            {TEXTS.disarm}
          </button>
        </p>
      )}
      {/* Once for each file, not for each percent. */}
      <output className="vh">
        {isArmed ? TEXTS.armed : ready > 0 && TEXTS.readyCount(ready, files.length)}
      </output>
    </>
  );
}
