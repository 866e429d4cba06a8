import { connect } from 'node:net';

/** Sends a raw HTTP request. Resolves with everything received once the backend closes the connection. */
export function sendRawRequest(url: string, raw: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise<string>((resolve, reject) => {
    let read = '';
    const socket = connect(Number(port), hostname, () => socket.write(raw));
    socket.on('data', (chunk) => (read += chunk.toString()));
    socket.on('close', () => resolve(read));
    socket.on('error', reject);
  });
}
