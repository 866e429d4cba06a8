import { type AttachmentTicket, createAttachment } from '@oniverse/contracts';
import { send } from '../../../api/calls.js';
import { sendFile as sendBytes } from '../../../objects/send-file.js';
import { lostOr, type PutOptions } from '../../../objects/upload-steps.js';
import { type RetryOptions, withRetries } from '../../../objects/with-retries.js';
import { dropFile, keepFile, listKeptFiles } from '../../../session/kept-files.js';
import { discardUpload } from './discard-upload.js';
import type { TrayPlace } from './tray.store.js';

async function createUpload(
  { name, size }: File,
  signal: AbortSignal | undefined,
): Promise<AttachmentTicket> {
  try {
    return await send(createAttachment, { body: { name, size } }, signal);
  } catch (error) {
    throw lostOr(error);
  }
}

interface SendOptions extends PutOptions, RetryOptions {
  /** Of an upload that a reload ended. */
  ticket?: AttachmentTicket | undefined;
}

/**
 * Sends the bytes of a file to the server. Retryable failures are repeated, each time as a new upload. A large file is kept until
 * its bytes have arrived, so that another page goes on with it.
 * @returns the id of the upload
 * @throws HttpError if the server refuses; NetworkLost if it cannot be reached; the signal's reason
 */
export async function sendFile(
  { userId, placeId }: TrayPlace,
  file: File,
  options: SendOptions,
): Promise<string> {
  let begun = options.ticket;
  return withRetries(async () => {
    const ticket = begun ?? (await createUpload(file, options.signal));
    begun = undefined;
    const { id, partBytes } = ticket;
    if (partBytes !== undefined) void keepFile(userId, { ticket, place: placeId, file });
    try {
      await sendBytes(file, { ...ticket, size: file.size }, options);
      void dropFile(id);
      return id;
    } catch (error) {
      void discardUpload(id);
      throw error;
    }
  }, options);
}

/** Returns the files of a place whose sending a reload ended. */
export async function listBegunFiles({ userId, placeId }: TrayPlace) {
  return (await listKeptFiles(userId)).filter(({ place }) => place === placeId);
}
