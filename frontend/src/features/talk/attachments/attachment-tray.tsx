import './attachment-tray.css';
import { useEffect } from 'react';
import { draftIn, type Talk, useLog } from '../log/index.js';
import { TRAY_TEXTS as TEXTS } from './attachment-parts.texts.js';
import { TrayFiles } from './tray-files.js';
import { disarm, trayKey, updateFile, useTrayFiles, useTrays } from './tray.store.js';
import { checkReady, moveFile, removeFile, resumeInterrupted, retryFile } from './tray-uploads.js';

export interface AttachmentTrayProps {
  talk: Talk;
  /** Returns to the text of the message. */
  onDone: () => void;
}

/** The files of a message that its author writes: their uploads, descriptions and order. */
export function AttachmentTray({ talk, onDone }: AttachmentTrayProps) {
  const files = useTrayFiles(talk);
  const armedText = useTrays(({ trays }) => trays[trayKey(talk)]?.armedText);
  const text = useLog((log) => draftIn(log, talk.userId, talk.talkId).text);
  const { userId, talkId } = talk;
  useEffect(() => {
    checkReady({ userId, talkId });
    void resumeInterrupted({ userId, talkId });
  }, [userId, talkId]);
  const ready = files.filter(({ state }) => state === 'ready').length;
  const isArmed = armedText === text;
  const holdBack = () => {
    onDone();
    disarm(talk);
  };
  return (
    <>
      <TrayFiles
        files={files}
        actions={{
          describe: ({ key }, alt) => updateFile(key, { alt }),
          move: ({ key }, place) => moveFile(talk, key, place),
          retry: retryFile,
          remove: (file) => removeFile(talk, file),
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
