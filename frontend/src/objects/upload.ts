import { UPLOAD, type UploadBody, type UploadedAnswer, type UploadTicket } from '@oniverse/contracts';
import { type Guard, isOneOf, isShape, isText, parse } from '../api/guards.js';
import { http, HttpError, serverMessageOf } from '../api/http.js';
import { storedSession } from '../api/stored-session.js';

const isTrue: Guard<true> = (value) => value === true;
const isTicket = isShape<UploadTicket>({
  uploadURL: isText,
  method: isOneOf(['PUT']),
  objectPath: isText,
  expiresAt: isText,
});
const isUploaded = isShape<UploadedAnswer>({ ok: isTrue, objectPath: isText });

/** What is said where a file is refused before anything is sent, and where the network fails on the way. */
export const UPLOAD_TEXTS = {
  tooLarge: `The file is larger than ${UPLOAD.maxBytes / 1_048_576} MB.`,
  notTaken: 'This is not a picture that can be taken: JPEG, PNG, WebP, GIF or AVIF.',
  lost: 'The connection was lost before the file arrived.',
} as const;

/** A file that is not sent, or did not arrive, for a reason of this side's own. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}

export interface UploadOptions {
  /** Stops the upload; what is thrown then is the signal's reason. */
  signal?: AbortSignal;
  /** Called with the part that has been sent, from 0 to 1. */
  onProgress?: (part: number) => void;
}

/** What is wrong with a file that the store would refuse; undefined where it would take it, as far as can be told. */
export function refusalOf(file: Blob): string | undefined {
  if (file.size > UPLOAD.maxBytes) return UPLOAD_TEXTS.tooLarge;
  // A browser that does not know a type leaves it empty: the server looks at the bytes in any case.
  if (file.type !== '' && !UPLOAD.types.some((type) => type === file.type)) return UPLOAD_TEXTS.notTaken;
  return undefined;
}

/** The one sentence for a person about why an upload failed; undefined where nothing better is known. */
export const uploadMessageOf = (error: unknown): string | undefined => {
  if (error instanceof UploadError) return error.message;
  return serverMessageOf(error);
};

/** fetch does not tell how much of a body has been sent; XMLHttpRequest does. */
function put(address: string, file: Blob, { signal, onProgress }: UploadOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => {
      request.abort();
      reject(signal?.reason);
    };
    request.open('PUT', address);
    if (file.type) request.setRequestHeader('Content-Type', file.type);
    const session = storedSession();
    if (session) request.setRequestHeader('Authorization', `Bearer ${session}`);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress?.(loaded / total);
    });
    request.addEventListener('load', () => {
      const { status, responseText, statusText } = request;
      try {
        if (status < 200 || status > 299) {
          throw new HttpError(status, responseText, statusText, request.getResponseHeader('Retry-After'));
        }
        resolve(JSON.parse(responseText));
      } catch (error) {
        reject(error);
      }
    });
    request.addEventListener('error', () => reject(new UploadError(UPLOAD_TEXTS.lost)));
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
    signal?.addEventListener('abort', stop);
    request.send(file);
  });
}

async function sendOnce(file: Blob, body: UploadBody, options: UploadOptions): Promise<string> {
  const ticket = parse(
    isTicket,
    await http('/api/objects/upload', {
      method: 'POST',
      body,
      ...(options.signal && { signal: options.signal }),
    }),
  );
  options.signal?.throwIfAborted();
  return parse(isUploaded, await put(ticket.uploadURL, file, options)).objectPath;
}

const isExpired = (error: unknown): boolean => error instanceof HttpError && error.code === 'upload_expired';

/**
 * Sends one picture to the store. An address that ran out on the way is asked for once more.
 * @param file its type is sent along, its name too where it has one
 * @returns the picture's path, `/objects/…`, which nothing uses yet
 * @throws UploadError where the file is refused here or the network failed; HttpError where the server refused it
 */
export async function upload(file: Blob, options: UploadOptions = {}): Promise<string> {
  const refusal = refusalOf(file);
  if (refusal !== undefined) throw new UploadError(refusal);
  const body: UploadBody = {
    size: file.size,
    ...(file.type && { contentType: file.type }),
    ...(file instanceof File && file.name && { filename: file.name }),
  };
  try {
    return await sendOnce(file, body, options);
  } catch (error) {
    if (!isExpired(error)) throw error;
    return sendOnce(file, body, options);
  }
}
