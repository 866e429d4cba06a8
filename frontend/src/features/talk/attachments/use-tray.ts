import type { AttachmentView } from '@oniverse/contracts';
import { type RefObject, useCallback, useLayoutEffect } from 'react';
import { useIncomingFiles } from '../../../objects/use-incoming-files.js';
import { OVERLAYS } from '../../../ui/keys.js';
import { addFiles, closeTray, findTray, isChangedFrom, type TrayPlace } from './tray.store.js';
import { restoreTray } from './tray-storage.js';

interface PlaceTray {
  /** Whether files are being dragged over the part of the page that takes them. */
  isOver: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** Whether something is above the part of the page, which has the clipboard then. */
const isCovered = (scope: RefObject<HTMLElement | null> | undefined): boolean =>
  document.querySelector(OVERLAYS) !== null && !scope?.current?.closest(OVERLAYS);

/**
 * Opens the tray of a place, and takes files that are dropped or pasted.
 * @param scope the part of the page that takes them; the whole page while it has no element
 * @param stored the files of an edited post
 * @param isRefused whether it takes no files
 */
export function useTray(
  { userId, placeId }: TrayPlace,
  scope?: RefObject<HTMLElement | null>,
  stored?: readonly AttachmentView[],
  isRefused = false,
): PlaceTray {
  useLayoutEffect(() => {
    const place = { userId, placeId };
    restoreTray(place, stored);
    return () => {
      // Later, the post may have others.
      if (stored && !isChangedFrom(findTray(place), stored)) closeTray(place);
    };
  }, [userId, placeId, stored]);
  const onFiles = useCallback(
    (files: readonly File[]) => addFiles({ userId, placeId }, files),
    [userId, placeId],
  );
  const onIncoming = useCallback(
    (files: readonly File[]) => {
      if (!isRefused && !isCovered(scope)) onFiles(files);
    },
    [onFiles, isRefused, scope],
  );
  const isOver = useIncomingFiles(onIncoming, scope);
  return { isOver: isOver && !isRefused, onFiles };
}
