import { createAttachment } from '@oniverse/contracts';
import { send } from '../../../api/calls.js';
import { NetworkLost } from '../../../objects/upload-problems.js';
import { putFile, type PutOptions } from '../../../objects/upload-steps.js';
import { type RetryOptions, withRetries } from '../../../objects/with-retries.js';
import { discardUpload } from './discard-upload.js';

async function createUpload({ name, size }: File, signal: AbortSignal | undefined) {
  try {
    return await send(createAttachment, { body: { name, size } }, signal);
  } catch (error) {
    // `fetch` throws a TypeError when there is no response.
    throw error instanceof TypeError ? new NetworkLost({ cause: error }) : error;
  }
}

/**
 * Sends the bytes of a file to the server. Retryable failures are repeated, each time as a new upload.
 * @returns the id of the upload
 * @throws HttpError if the server refuses; NetworkLost if it cannot be reached; the signal's reason
 */
export async function sendFile(file: File, options: PutOptions & RetryOptions): Promise<string> {
  return withRetries(async () => {
    const { id, uploadURL } = await createUpload(file, options.signal);
    try {
      await putFile(uploadURL, file, options);
      return id;
    } catch (error) {
      void discardUpload(id);
      throw error;
    }
  }, options);
}
