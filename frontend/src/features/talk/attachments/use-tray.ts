import { type RefObject, useCallback, useLayoutEffect } from 'react';
import { useIncomingFiles } from '../../../objects/use-incoming-files.js';
import { OVERLAYS } from '../../../ui/keys.js';
import { draftIn, type Talk, useLog } from '../log/index.js';
import { addFiles, trayKey, useTrays } from './tray.store.js';
import { restoreTray } from './tray-storage.js';

interface ComposerTray {
  /** Whether files are being dragged over the conversation. */
  isOver: boolean;
  /** Whether the message is sent when its files are ready. */
  isArmed: boolean;
  onFiles: (files: readonly File[]) => void;
}

/**
 * Opens the tray of a talk, and takes files that are dropped or pasted.
 * @param scope the part of the page that takes them; the whole page while it has no element
 */
export function useTray(
  { talkId, userId, startsThread }: Talk,
  scope: RefObject<HTMLElement | null>,
): ComposerTray {
  const key = trayKey({ talkId, userId });
  useLayoutEffect(() => restoreTray({ talkId, userId, startsThread }), [talkId, userId, startsThread]);
  const onFiles = useCallback(
    (files: readonly File[]) => addFiles({ talkId, userId, startsThread }, files),
    [talkId, userId, startsThread],
  );
  const onIncoming = useCallback(
    (files: readonly File[]) => {
      // What is above the page has the clipboard.
      if (!document.querySelector(OVERLAYS)) onFiles(files);
    },
    [onFiles],
  );
  const isOver = useIncomingFiles(onIncoming, scope);
  const armedText = useTrays(({ trays }) => trays[key]?.armedText);
  const isArmed = useLog((log) => armedText === draftIn(log, userId, talkId).text);
  return { isOver, isArmed, onFiles };
}
