import { createObjectAddress } from '@oniverse/contracts';
import { send } from '../api/calls.js';
import { pageSession } from '../api/stored-session.js';

const FOLDER = '/objects/';

/** Returns an address by which the browser plays or stores an object itself, which sends no session. */
export async function openableAddress(path: string): Promise<string> {
  if (pageSession() === null) return path;
  const { url } = await send(createObjectAddress, { key: path.slice(FOLDER.length) });
  return url;
}
