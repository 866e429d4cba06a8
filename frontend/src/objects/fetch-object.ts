import { pageSession } from '../api/stored-session.js';

/** Fetches an object with the session, which its address alone does not send. @throws Error if there is none */
export async function fetchObject(address: string, signal?: AbortSignal): Promise<Blob> {
  const session = pageSession();
  const response = await fetch(address, {
    ...(session !== null && { headers: { Authorization: `Bearer ${session}` } }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${address}`);
  return response.blob();
}

/** Saves an object as a file. @throws as `fetchObject` */
export async function downloadObject(path: string, name: string): Promise<void> {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await fetchObject(path));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
