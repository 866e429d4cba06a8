import AwsS3 from '@uppy/aws-s3';
import { UPLOAD } from '@oniverse/contracts';
import Uppy from '@uppy/core';
import { withRetries, type Wait } from '../../../../objects/with-retries.js';
import { uploadMessageOf } from '../../../../objects/upload-problems.js';
import { requestUploadAddress, putBytes } from '../../../../objects/upload-steps.js';
import { ALBUM_TEXTS } from '../album.texts.js';

export interface UploaderEvents {
  started: (name: string) => void;
  /** @param fraction from 0 to 1 */
  progress: (fraction: number) => void;
  /** Null once the next attempt starts. */
  waiting: (wait: Wait | null) => void;
  /** @param objectPath `/objects/…` */
  done: (objectPath: string, file: Blob, name: string) => void;
  failed: (name: string, reason: string) => void;
  /** A message of Uppy, such as a rejected file or a lost network. */
  message: (message: string) => void;
}

/** Uploads one picture at a time and starts immediately. */
export interface Uploader {
  add: (files: readonly File[]) => void;
  retry: () => void;
  clear: () => void;
}

const noop = () => undefined;
/** Errors are reported as events, so the console needs no copy. */
const QUIET = { debug: noop, warn: noop, error: noop };

/** Uppy also supports remote files, which have a size but no bytes. */
const hasBytes = (data: object | undefined): data is Blob => data !== undefined && 'slice' in data;

/** Uppy forwards only the message of an error. */
const withReason = (error: unknown): Error =>
  new Error(uploadMessageOf(error) ?? ALBUM_TEXTS.uploads.failedText, { cause: error });

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
    // Pictures are too small for multipart uploads.
    shouldUseMultipart: false,
    getUploadParameters: async ({ data }, { signal }) => {
      if (!hasBytes(data)) throw new Error('There is nothing to send.');
      try {
        const url = await withRetries(() => requestUploadAddress(data, signal), {
          signal,
          onWait: events.waiting,
        });
        return { method: 'PUT', url, headers: { 'Content-Type': data.type } };
      } catch (error) {
        throw withReason(error);
      }
    },
    uploadPartBytes: async ({ signature, body, onProgress, signal }) => {
      if (body instanceof FormData) throw new Error('A PUT carries no form.');
      const reportProgress = (fraction: number): void =>
        onProgress({ loaded: fraction * body.size, lengthComputable: true });
      const send = async (attempt: number) => {
        // An upload URL works once, so every retry needs a new one.
        const url = attempt === 0 ? signature.url : await requestUploadAddress(body, signal);
        return putBytes(url, body, { signal, onProgress: reportProgress });
      };
      try {
        const objectPath = await withRetries(send, { signal, onWait: events.waiting });
        // Only multipart uploads use the ETag; the path identifies the bytes as well.
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
  uppy.on('restriction-failed', (_file, error) => events.message(error.message));
  uppy.on('is-offline', () => events.message(uppy.i18n('noInternetConnection')));
  return {
    // Uppy reports rejected files itself.
    add: (files) => uppy.addFiles(files.map((file) => ({ name: file.name, type: file.type, data: file }))),
    retry: () => {
      const [file] = uppy.getFiles();
      if (file) void uppy.retryUpload(file.id).catch(() => undefined);
    },
    clear: () => uppy.cancelAll(),
  };
}
