import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type AttachmentTicket, UPLOAD } from '@oniverse/contracts';
import { clock } from '../api/http.js';
import { dropFile, dropFilesOfOthers, keepFile, type KeptFile, listKeptFiles } from './kept-files.js';

const ticketOf = (id: string): AttachmentTicket => ({
  id,
  uploadURL: `http://localhost/uploads/${id}`,
  method: 'PUT',
  expiresAt: '2026-12-01T00:00:00.000Z',
  partBytes: 4,
});
const kept = (id: string, content = 'clear'): KeptFile => ({
  ticket: ticketOf(id),
  place: 'channel',
  file: new File([content], `${id}.txt`, { type: 'text/plain' }),
});
const namesOf = async (userId: string) => (await listKeptFiles(userId)).map(({ file }) => file.name);

describe('kept files', () => {
  beforeEach(() => {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: new IDBFactory() });
  });

  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'indexedDB');
  });

  it('TLK-378 come back with their ticket, place, name, type and bytes, the oldest first', async () => {
    const now = jest.spyOn(clock, 'now').mockReturnValue(2_000);
    await keepFile('vesper', kept('second'));
    now.mockReturnValue(1_000);
    await keepFile('vesper', kept('first', 'cloudy'));
    const files = await listKeptFiles('vesper');
    expect(files.map(({ ticket, place }) => [ticket, place])).toEqual([
      [ticketOf('first'), 'channel'],
      [ticketOf('second'), 'channel'],
    ]);
    const [file] = files.map((each) => each.file);
    expect([file?.name, file?.type, file?.size, await file?.text()]).toEqual([
      'first.txt',
      'text/plain',
      6,
      'cloudy',
    ]);
  });

  it('TLK-378 are for their member alone, and are dropped when another one signs in', async () => {
    await keepFile('vesper', kept('hers'));
    await keepFile('orion', kept('his'));
    expect(await namesOf('orion')).toEqual(['his.txt']);
    await dropFilesOfOthers('orion');
    expect(await namesOf('vesper')).toEqual([]);
    expect(await namesOf('orion')).toEqual(['his.txt']);
  });

  it('TLK-378 are dropped when they are sent or removed, and after 24 hours', async () => {
    const now = jest.spyOn(clock, 'now').mockReturnValue(0);
    await keepFile('vesper', kept('old'));
    now.mockReturnValue(1);
    await keepFile('vesper', kept('sent'));
    await keepFile('vesper', kept('open'));
    await dropFile('sent');
    await dropFile('unknown');
    expect(await namesOf('vesper')).toEqual(['old.txt', 'open.txt']);
    now.mockReturnValue(UPLOAD.unclaimedMs + 1);
    expect(await namesOf('vesper')).toEqual(['open.txt']);
    await dropFilesOfOthers('vesper');
    now.mockReturnValue(0);
    expect(await namesOf('vesper')).toEqual(['open.txt']);
  });

  it.each([
    ['has no storage', undefined],
    [
      'refuses storage',
      {
        open: () => {
          throw new DOMException('Denied', 'SecurityError');
        },
      },
    ],
  ])('TLK-378 are not kept by a browser that %s, without an error', async (_, storage) => {
    Object.defineProperty(globalThis, 'indexedDB', { configurable: true, value: storage });
    await keepFile('vesper', kept('one'));
    expect(await listKeptFiles('vesper')).toEqual([]);
    await dropFile('one');
    await dropFilesOfOthers('orion');
  });

  it('TLK-378 are not kept by a browser without room, without an error', async () => {
    const { IDBObjectStore } = await import('fake-indexeddb');
    jest.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await keepFile('vesper', kept('one'));
    expect(await listKeptFiles('vesper')).toEqual([]);
  });
});
