import { type AttachmentTicket, UPLOAD } from '@oniverse/contracts';
import { clock } from '../api/http.js';

const DATABASE = 'oni-files';
const STORE = 'files';

/** A file that its member began to send. */
export interface KeptFile {
  /** Of `createAttachment`. */
  ticket: AttachmentTicket;
  /** The id of the channel or thread that it is for. */
  place: string;
  file: File;
}

interface FileRow {
  /** Of the attachment. */
  id: string;
  userId: string;
  place: string;
  ticket: AttachmentTicket;
  name: string;
  type: string;
  bytes: Blob;
  /** When it was kept, in ms on the clock of the server. */
  at: number;
}

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore(STORE, { keyPath: 'id' });
    });
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(opening.error));
  });

/**
 * Runs requests in one transaction.
 * @returns the result of the request that `use` returns; undefined if the browser refuses storage, or has no room. Only a reload is
 *   then the end of an upload.
 */
async function inStore<T>(
  mode: IDBTransactionMode,
  use: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  let database: IDBDatabase | undefined;
  try {
    const opened = await openDatabase();
    database = opened;
    return await new Promise<T>((resolve, reject) => {
      const transaction = opened.transaction(STORE, mode);
      const request = use(transaction.objectStore(STORE));
      transaction.addEventListener('complete', () => resolve(request.result));
      transaction.addEventListener('abort', () => reject(transaction.error));
    });
  } catch {
    return undefined;
  } finally {
    database?.close();
  }
}

const listRows = async (): Promise<FileRow[]> => {
  const rows: FileRow[] | undefined = await inStore('readonly', (store) => store.getAll());
  return rows ?? [];
};

const isOver = ({ at }: FileRow): boolean => clock.now() - at > UPLOAD.unclaimedMs;

/** Keeps a file over a reload of the page, until `dropFile`, for at most 24 hours. */
export async function keepFile(userId: string, { ticket, place, file }: KeptFile): Promise<void> {
  const { name, type } = file;
  const row: FileRow = { id: ticket.id, userId, place, ticket, name, type, bytes: file, at: clock.now() };
  await inStore('readwrite', (store) => store.put(row));
}

/** Returns the files that a member began to send, also in other tabs, the oldest first. */
export async function listKeptFiles(userId: string): Promise<KeptFile[]> {
  const rows = (await listRows()).filter((row) => row.userId === userId && !isOver(row));
  return rows
    .toSorted((a, b) => a.at - b.at)
    .map(({ ticket, place, name, type, bytes }) => ({
      ticket,
      place,
      file: new File([bytes], name, { type }),
    }));
}

/** Drops a file that was sent or removed. */
export async function dropFile(attachmentId: string): Promise<void> {
  await inStore('readwrite', (store) => store.delete(attachmentId));
}

/** Drops the files of members other than `userId`, and those that are too old. */
export async function dropFilesOfOthers(userId: string): Promise<void> {
  for (const row of await listRows()) if (row.userId !== userId || isOver(row)) await dropFile(row.id);
}
