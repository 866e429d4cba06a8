import { type RetryOptions, retrying } from './retrying.js';
import { refusalOf, UploadError } from './upload-problems.js';
import { askAddress, putBytes, type PutOptions } from './upload-steps.js';

export type UploadOptions = PutOptions & RetryOptions;

/**
 * Sends one picture to the store. What may work later is tried again, each time at a new address: one that ran out, a
 * network that failed, a server that is busy.
 * @param file its type is sent along, its name too where it has one
 * @returns the picture's path, `/objects/…`, which nothing uses yet
 * @throws UploadError where the file is refused here or the network failed; HttpError where the server refused it
 */
export async function upload(file: Blob, options: UploadOptions = {}): Promise<string> {
  const refusal = refusalOf(file);
  if (refusal !== undefined) throw new UploadError(refusal);
  return retrying(async () => putBytes(await askAddress(file, options.signal), file, options), options);
}
