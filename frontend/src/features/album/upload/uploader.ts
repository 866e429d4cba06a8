import AwsS3 from '@uppy/aws-s3';
import { UPLOAD } from '@oniverse/contracts';
import Uppy from '@uppy/core';
import { retrying, type Wait } from '../../../objects/retrying.js';
import { uploadMessageOf } from '../../../objects/upload-problems.js';
import { askAddress, putBytes } from '../../../objects/upload-steps.js';
import { ALBUM_TEXTS } from '../album.texts.js';

/** What the uploader tells of the one picture that it has. */
export interface UploaderEvents {
  started: (name: string) => void;
  /** @param part from 0 to 1 */
  progress: (part: number) => void;
  /** What the next try waits for; null once it goes on. */
  waiting: (wait: Wait | null) => void;
  /** @param objectPath `/objects/…` */
  done: (objectPath: string, file: Blob, name: string) => void;
  failed: (name: string, reason: string) => void;
  /** A message of its own: a file that is not taken, a network that is gone. */
  said: (message: string) => void;
}

/** The uploader: one picture at a time, which starts as soon as it is there. */
export interface Uploader {
  add: (files: readonly File[]) => void;
  retry: () => void;
  /** Stops what is on its way and forgets the picture. */
  clear: () => void;
}

const nothing = () => undefined;
/** What goes wrong comes as an event: the console needs no copy of it. */
const QUIET = { debug: nothing, warn: nothing, error: nothing };

/** A file of another host, which Uppy knows as well, is a size and no bytes. */
const hasBytes = (data: object | undefined): data is Blob => data !== undefined && 'slice' in data;

/** Uppy passes on the sentence of an error and nothing else. */
const withReason = (error: unknown): Error =>
  new Error(uploadMessageOf(error) ?? ALBUM_TEXTS.uploads.failedText, { cause: error });

/** Makes Uppy, without a face: its restrictions, its messages, its course of an upload. */
export function createUploader(events: UploaderEvents): Uploader {
  const uppy = new Uppy({
    id: 'album',
    logger: QUIET,
    autoProceed: true,
    allowMultipleUploadBatches: false,
    restrictions: {
      maxNumberOfFiles: 1,
      minFileSize: 1,
      maxFileSize: UPLOAD.maxBytes,
      allowedFileTypes: [...UPLOAD.types],
    },
  });
  uppy.use(AwsS3, {
    // A picture is far smaller than what is worth sending in parts.
    shouldUseMultipart: false,
    getUploadParameters: async ({ data }, { signal }) => {
      if (!hasBytes(data)) throw new Error('There is nothing to send.');
      try {
        const url = await retrying(() => askAddress(data, signal), { signal, onWait: events.waiting });
        return { method: 'PUT', url, headers: { 'Content-Type': data.type } };
      } catch (error) {
        throw withReason(error);
      }
    },
    uploadPartBytes: async ({ signature, body, onProgress, signal }) => {
      if (body instanceof FormData) throw new Error('A PUT carries no form.');
      const follow = (part: number): void => onProgress({ loaded: part * body.size, lengthComputable: true });
      const send = async (number: number) => {
        // An address works once: every further try asks for a new one.
        const address = number === 0 ? signature.url : await askAddress(body, signal);
        return putBytes(address, body, { signal, onProgress: follow });
      };
      try {
        const objectPath = await retrying(send, { signal, onWait: events.waiting });
        // The ETag is for uploads in parts alone; the path names these bytes as well.
        return { ETag: objectPath, location: objectPath };
      } catch (error) {
        throw withReason(error);
      }
    },
  });
  uppy.on('upload-start', ([file]) => {
    if (file) events.started(file.name);
  });
  uppy.on('upload-progress', (_file, { bytesUploaded, bytesTotal }) => {
    if (bytesTotal) events.progress(bytesUploaded / bytesTotal);
  });
  uppy.on('upload-success', (file, { uploadURL }) => {
    if (file && uploadURL !== undefined && hasBytes(file.data)) events.done(uploadURL, file.data, file.name);
  });
  uppy.on('upload-error', (file, error) => {
    if (file) events.failed(file.name, error.message);
  });
  uppy.on('restriction-failed', (_file, error) => events.said(error.message));
  uppy.on('is-offline', () => events.said(uppy.i18n('noInternetConnection')));
  return {
    // Uppy itself tells what it does not take.
    add: (files) => uppy.addFiles(files.map((file) => ({ name: file.name, type: file.type, data: file }))),
    retry: () => {
      const [file] = uppy.getFiles();
      // Its failure comes as an event.
      if (file) void uppy.retryUpload(file.id).catch(() => undefined);
    },
    clear: () => uppy.cancelAll(),
  };
}
