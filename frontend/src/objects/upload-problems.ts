import { UPLOAD } from '@oniverse/contracts';
import { HttpError, isProblem, serverMessageOf } from '../api/http.js';
import { UPLOAD_TEXTS } from './upload.texts.js';

export class UploadError extends Error {
  override readonly name: string = 'UploadError';
}

export class NetworkLost extends UploadError {
  override readonly name = 'NetworkLost';

  constructor(options?: ErrorOptions) {
    super(UPLOAD_TEXTS.lost, options);
  }
}

/** Returns the message for a file that the server would reject, or undefined if none is known. */
export function rejectionOf(file: Blob): string | undefined {
  if (file.size > UPLOAD.maxBytes) return UPLOAD_TEXTS.tooLarge;
  // The type is empty if the browser does not know it. The server checks the bytes in any case.
  if (file.type !== '' && !UPLOAD.types.some((type) => type === file.type))
    return UPLOAD_TEXTS.unsupportedType;
  return undefined;
}

export function uploadMessageOf(error: unknown): string | undefined {
  if (error instanceof UploadError) return error.message;
  if (error instanceof HttpError && error.status === 401) return UPLOAD_TEXTS.unauthorized;
  if (isProblem(error, 'upload_expired')) return UPLOAD_TEXTS.expired;
  return serverMessageOf(error);
}

const RETRYABLE_BELOW_500 = new Set([408, 409, 418, 423, 429]);
const FINAL_FROM_500 = new Set([501, 505]);

/** Whether a retry with a new address may succeed, for example after the address has expired. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof NetworkLost) return true;
  if (!(error instanceof HttpError)) return false;
  if (error.status === 403) return isProblem(error, 'upload_expired');
  if (error.code === 'quota_reached') return false;
  return RETRYABLE_BELOW_500.has(error.status) || (error.status >= 500 && !FINAL_FROM_500.has(error.status));
}
