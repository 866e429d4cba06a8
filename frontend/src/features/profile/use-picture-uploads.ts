import type { CreateImageBody } from '@oniverse/contracts';
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
import { parse } from '../../api/guards.js';
import { http, serverMessageOf } from '../../api/http.js';
import { isImage } from '../../live/payloads.js';
import { upload } from '../../objects/upload.js';
import { uploadMessageOf } from '../../objects/upload-problems.js';
import { pictureName, placeholderOf } from './picture-placeholder.js';
import { PICTURE_TEXTS } from './profile.texts.js';

/** A picture on its way into the text, or one that did not get there. */
export interface PictureUpload {
  id: number;
  name: string;
  /** The part that has been sent, from 0 to 1. */
  part: number;
  /** Why it did not get there. */
  error?: string;
}

const isPicture = ({ type }: File): boolean => type.startsWith('image/');
const picturesOf = (transfer: DataTransfer): File[] => Array.from(transfer.files).filter(isPicture);

async function intoAlbum(file: File, name: string, signal: AbortSignal, onPart: (part: number) => void) {
  const imageUrl = await upload(file, { signal, onProgress: onPart });
  const body: CreateImageBody = { title: name, imageUrl };
  return parse(isImage, await http('/api/images', { method: 'POST', body, signal }));
}

/**
 * Pictures that are pasted or dropped into a text: each goes to the album, and stands in the text where the caret was,
 * first as a placeholder. One that fails leaves the text as it was, and a word that stays until it is dismissed.
 */
export function usePictureUploads(
  area: RefObject<HTMLTextAreaElement | null>,
  onText: (text: string) => void,
) {
  const client = useQueryClient();
  const [uploads, setUploads] = useState<PictureUpload[]>([]);
  const going = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);

  useEffect(() => {
    const controllers = going.current;
    return () => {
      for (const controller of controllers.values()) controller.abort();
    };
  }, []);

  const change = (id: number, given: Partial<PictureUpload>) =>
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...given } : one)));
  const remove = useCallback((id: number) => setUploads((now) => now.filter((one) => one.id !== id)), []);

  /** Changes the text where it stands in the page, so that the caret stays with the words around it. */
  const put = (text: string, from: number, to: number, mode: SelectionMode) => {
    if (!area.current) return;
    area.current.setRangeText(text, from, to, mode);
    onText(area.current.value);
  };
  const swap = (placeholder: string, text: string) => {
    const at = area.current?.value.indexOf(placeholder) ?? -1;
    if (at >= 0) put(text, at, at + placeholder.length, 'preserve');
  };

  const send = async (id: number, file: File, placeholder: string, name: string) => {
    const controller = new AbortController();
    going.current.set(id, controller);
    try {
      const { imageUrl } = await intoAlbum(file, name, controller.signal, (part) => change(id, { part }));
      swap(placeholder, `![${name}](${imageUrl})`);
      remove(id);
      await client.invalidateQueries({ queryKey: ['/api', 'images'] });
    } catch (error) {
      swap(placeholder, '');
      if (controller.signal.aborted) remove(id);
      else change(id, { error: uploadMessageOf(error) ?? serverMessageOf(error) ?? PICTURE_TEXTS.failed });
    } finally {
      going.current.delete(id);
    }
  };

  const take = (files: readonly File[]) => {
    for (const file of files) {
      lastId.current += 1;
      const id = lastId.current;
      const name = pictureName(file);
      const placeholder = placeholderOf(id, name);
      const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {};
      put(placeholder, selectionStart, selectionEnd, 'end');
      setUploads((now) => [...now, { id, name: file.name || name, part: 0 }]);
      void send(id, file, placeholder, name);
    }
  };

  return {
    uploads,
    isUploading: uploads.some(({ error }) => error === undefined),
    cancel: (id: number) => going.current.get(id)?.abort(),
    dismiss: remove,
    onPaste: (event: ClipboardEvent) => {
      const files = picturesOf(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      take(files);
    },
    onDragOver: (event: DragEvent) => {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      const files = picturesOf(event.dataTransfer);
      // Anything else that was dropped: a text, which the browser puts in by itself.
      if (event.dataTransfer.files.length > 0) event.preventDefault();
      take(files);
    },
  };
}
