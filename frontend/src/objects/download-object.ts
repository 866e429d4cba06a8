import { followDownload } from '../ui/download-file.js';
import { openableAddress } from './openable-address.js';

/** Lets the browser store an object, whatever it is, under a name. @throws as `openableAddress` */
export async function downloadObject(path: string, name: string): Promise<void> {
  const url = new URL(await openableAddress(path), window.location.origin);
  url.searchParams.set('download', 'true');
  followDownload(url.pathname + url.search, name);
}
