import { createUpload, type UploadBody, uploadedSchema } from '@oniverse/contracts';
import { send } from '../api/calls.js';
import { HttpError } from '../api/http.js';
import { parse } from '../api/parse.js';
import { pageSession } from '../api/stored-session.js';
import { NetworkLost } from './upload-problems.js';

const uploadBodyOf = (file: Blob): UploadBody => ({
  size: file.size,
  ...(file.type && { contentType: file.type }),
  ...(file instanceof File && file.name && { filename: file.name }),
});

/** Requests a one-time upload address. @throws HttpError if the server refuses; NetworkLost if it is unreachable */
export async function requestUploadAddress(file: Blob, signal: AbortSignal | undefined): Promise<string> {
  try {
    const { uploadURL } = await send(createUpload, { body: uploadBodyOf(file) }, signal);
    return uploadURL;
  } catch (error) {
    throw lostOr(error);
  }
}

/** `fetch` throws a TypeError when there is no response. */
export const lostOr = (error: unknown): unknown =>
  error instanceof TypeError ? new NetworkLost({ cause: error }) : error;

export interface PutOptions {
  /** Stops the upload; the signal's reason is thrown. */
  signal?: AbortSignal | undefined;
  /** Called with the fraction that has been sent, from 0 to 1. */
  onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Sends the bytes of a file.
 * @returns the object's path, `/objects/…`
 * @throws HttpError if the server refuses; NetworkLost if it cannot be reached
 */
export const putBytes = async (address: string, file: Blob, options: PutOptions): Promise<string> =>
  parse(uploadedSchema, await putBlob(address, file, options)).objectPath;

/**
 * Sends bytes. Uses XMLHttpRequest because fetch does not report upload progress.
 * @returns the answer, unchecked
 * @throws as `putBytes`
 */
export async function putBlob(
  address: string,
  file: Blob,
  { signal, onProgress }: PutOptions,
): Promise<unknown> {
  signal?.throwIfAborted();
  return new Promise<unknown>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => {
      request.abort();
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', stop);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('error', () => reject(new NetworkLost()));
    request.addEventListener('load', () => {
      try {
        const { status, responseText, statusText } = request;
        if (status < 200 || status > 299) {
          throw new HttpError(status, responseText, statusText, request.getResponseHeader('Retry-After'));
        }
        resolve(JSON.parse(responseText));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    request.open('PUT', address);
    if (file.type) request.setRequestHeader('Content-Type', file.type);
    const session = pageSession();
    if (session) request.setRequestHeader('Authorization', `Bearer ${session}`);
    request.send(file);
  });
}
