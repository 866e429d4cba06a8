import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readChunks } from './body.js';

const stalledBody = (first: string): Readable => {
  const payload = new Readable({ read() {} });
  payload.push(first);
  return payload;
};

describe('readChunks', () => {
  it('closes the connection of a client that stalls', async () => {
    const payload = stalledBody('begun');
    const chunks = readChunks(payload, 1);
    expect((await chunks.next()).value).toEqual(Buffer.from('begun'));
    await expect(chunks.next()).rejects.toMatchObject({ code: 'malformed_request' });
    expect(payload.destroyed).toBe(true);
  });

  it('keeps the connection open if the caller stops reading', async () => {
    const payload = stalledBody('begun');
    const chunks = readChunks(payload);
    await chunks.next();
    await chunks.return();
    expect(payload.destroyed).toBe(false);
  });
});
