import { deleteAttachment } from '@oniverse/contracts';
import { send } from '../../../api/calls.js';
import { dropFile } from '../../../session/kept-files.js';

/** Deletes an upload that nothing needs. The server deletes it a day later if this fails. */
export async function discardUpload(id: string): Promise<void> {
  void dropFile(id);
  try {
    await send(deleteAttachment, { id });
  } catch {
    // The upload was claimed or is gone, or there is no network.
  }
}
