import { useEffect, useState } from 'react';

const carriesFiles = (transfer: DataTransfer | null): transfer is DataTransfer =>
  transfer !== null && [...transfer.types].includes('Files');

/**
 * Takes files that are dropped anywhere on the page, or pasted.
 * @returns whether files are held over the page just now
 */
export function useIncomingFiles(take: (files: readonly File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    // Every element that the pointer passes tells of an entry and of a leave.
    let depth = 0;
    const enter = ({ dataTransfer }: DragEvent) => {
      if (!carriesFiles(dataTransfer)) return;
      depth += 1;
      setOver(true);
    };
    const leave = ({ dataTransfer }: DragEvent) => {
      if (!carriesFiles(dataTransfer)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const over = (event: DragEvent) => {
      if (carriesFiles(event.dataTransfer)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event.dataTransfer)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      take([...event.dataTransfer.files]);
    };
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    };
    document.addEventListener('dragenter', enter);
    document.addEventListener('dragleave', leave);
    document.addEventListener('dragover', over);
    document.addEventListener('drop', drop);
    document.addEventListener('paste', paste);
    return () => {
      document.removeEventListener('dragenter', enter);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('dragover', over);
      document.removeEventListener('drop', drop);
      document.removeEventListener('paste', paste);
    };
  }, [take]);
  return isOver;
}
