import { type RefObject, useEffect, useState } from 'react';

const carriesFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer !== null && [...transfer.types].includes('Files');

/** Text that was copied with a picture of itself, as from a spreadsheet, is pasted as text. */
const carriesText = (transfer: DataTransfer): boolean => [...transfer.types].includes('text/plain');

/**
 * Takes files that are dropped or pasted.
 * @param scope where; by default anywhere on the page. A scope inside another one takes them first
 * @returns whether files are being dragged over it
 */
export function useIncomingFiles(
  onFiles: (files: readonly File[]) => void,
  scope?: RefObject<HTMLElement | null>,
): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const target: GlobalEventHandlers = scope?.current ?? document;
    // dragenter and dragleave fire for every element under the pointer.
    let depth = 0;
    const setDepth = (next: number) => {
      depth = Math.max(0, next);
      setOver(depth > 0);
    };
    const whenFiles = (handle: (files: FileList) => void) => (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.stopPropagation();
      // A drop that nobody takes opens the file instead of the page.
      if (event.type === 'dragover' || event.type === 'drop') event.preventDefault();
      handle(event.dataTransfer.files);
    };
    const handleEnter = whenFiles(() => setDepth(depth + 1));
    const handleLeave = whenFiles(() => setDepth(depth - 1));
    const handleOver = whenFiles(() => undefined);
    const handleDrop = whenFiles((files) => {
      setDepth(0);
      onFiles([...files]);
    });
    const handlePaste = (event: ClipboardEvent) => {
      const { clipboardData } = event;
      if (!clipboardData || clipboardData.files.length === 0 || carriesText(clipboardData)) return;
      event.stopPropagation();
      event.preventDefault();
      onFiles([...clipboardData.files]);
    };
    target.addEventListener('dragenter', handleEnter);
    target.addEventListener('dragleave', handleLeave);
    target.addEventListener('dragover', handleOver);
    target.addEventListener('drop', handleDrop);
    target.addEventListener('paste', handlePaste);
    return () => {
      target.removeEventListener('dragenter', handleEnter);
      target.removeEventListener('dragleave', handleLeave);
      target.removeEventListener('dragover', handleOver);
      target.removeEventListener('drop', handleDrop);
      target.removeEventListener('paste', handlePaste);
    };
  }, [onFiles, scope]);
  return isOver;
}
