import { useEffect, useState } from 'react';

const carriesFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer !== null && [...transfer.types].includes('Files');

/** @returns whether files are being dragged over the page */
export function useIncomingFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // dragenter and dragleave fire for every element under the pointer.
    let depth = 0;
    const handleEnter = ({ dataTransfer }: DragEvent) => {
      if (!carriesFiles(dataTransfer)) return;
      depth += 1;
      setOver(true);
    };
    const handleLeave = ({ dataTransfer }: DragEvent) => {
      if (!carriesFiles(dataTransfer)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const handleOver = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault();
    };
    const handleDrop = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    };
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    };
    document.addEventListener('dragenter', handleEnter);
    document.addEventListener('dragleave', handleLeave);
    document.addEventListener('dragover', handleOver);
    document.addEventListener('drop', handleDrop);
    document.addEventListener('paste', handlePaste);
    return () => {
      document.removeEventListener('dragenter', handleEnter);
      document.removeEventListener('dragleave', handleLeave);
      document.removeEventListener('dragover', handleOver);
      document.removeEventListener('drop', handleDrop);
      document.removeEventListener('paste', handlePaste);
    };
  }, [onFiles]);
  return isOver;
}
