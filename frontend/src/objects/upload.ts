import { type RetryOptions, withRetries } from './with-retries.js';
import { rejectionOf, UploadError } from './upload-problems.js';
import { requestUploadAddress, putBytes, type PutOptions } from './upload-steps.js';

export type UploadOptions = PutOptions & RetryOptions;

/**
 * Uploads one picture to the object store. Retryable failures are repeated, each time with a new address.
 * @returns the picture's path, `/objects/…`; the caller still has to use it
 * @throws UploadError if the client rejects the file or the network fails; HttpError if the server refuses it
 */
export async function upload(file: Blob, options: UploadOptions = {}): Promise<string> {
  const refusal = rejectionOf(file);
  if (refusal !== undefined) throw new UploadError(refusal);
  return withRetries(
    async () => putBytes(await requestUploadAddress(file, options.signal), file, options),
    options,
  );
}
