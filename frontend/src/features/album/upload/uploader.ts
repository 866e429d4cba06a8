import AwsS3 from '@uppy/aws-s3';
import { UPLOAD } from '@oniverse/contracts';
import Uppy from '@uppy/core';
import { askAddress, putBytes, reasonOf, retrying } from './sending.js';

/** What the uploader tells of the one picture that it has. */
export interface UploaderEvents {
  started: (name: string) => void;
  /** @param part from 0 to 1 */
  progress: (part: number) => void;
  /** @param objectPath `/objects/…` */
  done: (objectPath: string, file: Blob) => void;
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

const factsOf = (name: string, bytes: Blob) => ({ name, size: bytes.size, type: bytes.type });

/** Makes Uppy, without a face: its restrictions, its messages, its course of an upload. */
export function createUploader(events: UploaderEvents): Uploader {
  const uppy = new Uppy({
    id: 'album',
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
    getUploadParameters: async (file, { signal }) => {
      const { data, name } = file;
      if (!(data instanceof Blob)) throw new Error('There is nothing to send.');
      try {
        const ticket = await retrying(() => askAddress(factsOf(name, data), signal), signal);
        return { method: ticket.method, url: ticket.uploadURL, headers: { 'Content-Type': data.type } };
      } catch (error) {
        throw new Error(reasonOf(error), { cause: error });
      }
    },
    uploadPartBytes: async ({ signature, body, onProgress, signal }) => {
      if (!(body instanceof Blob)) throw new Error('There is nothing to send.');
      const [file] = uppy.getFiles();
      const facts = factsOf(file?.name ?? '', body);
      const follow = (loaded: number): void => {
        onProgress({ loaded, lengthComputable: true });
      };
      try {
        const objectPath = await retrying(async (number) => {
          // An address works once: every further try asks for a new one.
          const address = number === 0 ? signature.url : (await askAddress(facts, signal)).uploadURL;
          return putBytes(address, body, { signal, onProgress: follow });
        }, signal);
        // The ETag is for uploads in parts alone; the path names these bytes as well.
        return { ETag: objectPath, location: objectPath };
      } catch (error) {
        throw new Error(reasonOf(error), { cause: error });
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
    if (file && uploadURL !== undefined && file.data instanceof Blob) events.done(uploadURL, file.data);
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
