import { createImage, listOwnImages } from '@oniverse/contracts';
import { useQueryClient } from '@tanstack/react-query';
import {
  type ClipboardEvent,
  type DragEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { addressOf, send } from '../../../api/calls.js';
import { serverMessageOf } from '../../../api/http.js';
import { upload } from '../../../objects/upload.js';
import { uploadMessageOf } from '../../../objects/upload-problems.js';
import { pictureName, placeholderOf } from './picture-placeholder.js';
import { PICTURE_TEXTS } from './profile.texts.js';

export interface PictureUpload {
  id: number;
  name: string;
  /** From 0 to 1. */
  fraction: number;
  error?: string;
}

const isPicture = ({ type }: File): boolean => type.startsWith('image/');
const picturesOf = (transfer: DataTransfer): File[] => Array.from(transfer.files).filter(isPicture);

async function uploadToAlbum(file: File, signal: AbortSignal, onProgress: (fraction: number) => void) {
  const imageUrl = await upload(file, { signal, onProgress });
  return send(createImage, { body: { imageUrl } }, signal);
}

/**
 * Uploads pasted, dropped or chosen pictures to the album and inserts them at the caret, with a placeholder during the
 * upload. A failed upload removes its placeholder and shows an error until it is dismissed.
 */
export function usePictureUploads(
  area: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<PictureUpload[]>([]);
  const controllers = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);

  useEffect(() => {
    const running = controllers.current;
    return () => {
      for (const controller of running.values()) controller.abort();
    };
  }, []);

  const updateUpload = (id: number, update: Partial<PictureUpload>) =>
    setUploads((current) => current.map((item) => (item.id === id ? { ...item, ...update } : item)));
  const remove = useCallback(
    (id: number) => setUploads((current) => current.filter((item) => item.id !== id)),
    [],
  );

  /** Edits the text in place, so that the caret keeps its position. */
  const replaceRange = (text: string, from: number, to: number, mode: SelectionMode) => {
    if (!area.current) return;
    area.current.setRangeText(text, from, to, mode);
    onText(area.current.value);
  };
  const replacePlaceholder = (placeholder: string, text: string) => {
    const start = area.current?.value.indexOf(placeholder) ?? -1;
    if (start >= 0) replaceRange(text, start, start + placeholder.length, 'preserve');
  };

  const runUpload = async (id: number, file: File, placeholder: string, name: string) => {
    const controller = new AbortController();
    controllers.current.set(id, controller);
    try {
      const { imageUrl } = await uploadToAlbum(file, controller.signal, (fraction) =>
        updateUpload(id, { fraction }),
      );
      replacePlaceholder(placeholder, `![${name}](${imageUrl})`);
      remove(id);
      await client.invalidateQueries({ queryKey: addressOf(listOwnImages) });
    } catch (error) {
      replacePlaceholder(placeholder, '');
      if (controller.signal.aborted) remove(id);
      else
        updateUpload(id, { error: uploadMessageOf(error) ?? serverMessageOf(error) ?? PICTURE_TEXTS.failed });
    } finally {
      controllers.current.delete(id);
    }
  };

  const addFiles = (files: readonly File[]) => {
    for (const file of files) {
      lastId.current += 1;
      const id = lastId.current;
      const name = pictureName(file);
      const placeholder = placeholderOf(id, name);
      const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
      replaceRange(placeholder, selectionStart, selectionEnd, 'end');
      setUploads((current) => [...current, { id, name: file.name || name, fraction: 0 }]);
      void runUpload(id, file, placeholder, name);
    }
  };

  return {
    uploads,
    isUploading: uploads.some(({ error }) => error === undefined),
    cancel: (id: number) => controllers.current.get(id)?.abort(),
    dismiss: remove,
    /** Inserts at the last position of the caret. */
    choose: addFiles,
    onPaste: (event: ClipboardEvent) => {
      const files = picturesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      addFiles(files);
    },
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const files = picturesOf(event.dataTransfer);
      // The browser inserts dropped text itself.
      if (event.dataTransfer.files.length > 0) event.preventDefault();
      addFiles(files);
    },
  };
}
