import { pageSession } from '../api/stored-session.js';

/** Fetches an object with the session of the page. @throws Error if there is none for the reader */
export async function fetchObject(address: string, signal?: AbortSignal): Promise<Blob> {
  const session = pageSession();
  const response = await fetch(address, {
    ...(session !== null && { headers: { Authorization: `Bearer ${session}` } }),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`${response.status}: ${address}`);
  return response.blob();
}
