import { UPLOAD } from '@oniverse/contracts';
import { HttpError, serverMessageOf } from '../api/http.js';

/** What is said where a file is refused before anything is sent, and where it did not get through. */
export const UPLOAD_TEXTS = {
  tooLarge: `The file is larger than ${UPLOAD.maxBytes / 1_048_576} MB.`,
  notTaken: 'This is not a picture that can be taken: JPEG, PNG, WebP, GIF or AVIF.',
  lost: 'The connection was lost before the file arrived.',
  unauthorized: 'Authorization required',
  expired: 'Request has expired',
} as const;

/** A file that is not sent, or did not arrive, for a reason of this side's own. */
export class UploadError extends Error {
  override readonly name: string = 'UploadError';
}

/** The network failed while something was on its way. */
export class NetworkLost extends UploadError {
  override readonly name = 'NetworkLost';

  constructor(options?: ErrorOptions) {
    super(UPLOAD_TEXTS.lost, options);
  }
}

/** What is wrong with a file that the store would refuse; undefined where it would take it, as far as can be told. */
export function refusalOf(file: Blob): string | undefined {
  if (file.size > UPLOAD.maxBytes) return UPLOAD_TEXTS.tooLarge;
  // A browser that does not know a type leaves it empty: the server looks at the bytes in any case.
  if (file.type !== '' && !UPLOAD.types.some((type) => type === file.type)) return UPLOAD_TEXTS.notTaken;
  return undefined;
}

/** The one sentence for a person about why an upload failed; undefined where nothing better is known. */
export function uploadMessageOf(error: unknown): string | undefined {
  if (error instanceof UploadError) return error.message;
  if (!(error instanceof HttpError)) return undefined;
  if (error.status === 401) return UPLOAD_TEXTS.unauthorized;
  if (error.code === 'upload_expired') return UPLOAD_TEXTS.expired;
  return serverMessageOf(error);
}

/** Statuses below 500 after which another try may work, and those from 500 on after which none will. */
const RETRIED = new Set([408, 409, 418, 423, 429]);
const FINAL = new Set([501, 505]);

/** Whether another try with a new address may work. An address that ran out is one of these. */
export function mayWorkLater(error: unknown): boolean {
  if (error instanceof NetworkLost) return true;
  if (!(error instanceof HttpError)) return false;
  if (error.status === 403) return error.code === 'upload_expired';
  return RETRIED.has(error.status) || (error.status >= 500 && !FINAL.has(error.status));
}
