import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { keySourceOf } from './object-keys.js';

const folder = mkdtempSync(join(tmpdir(), 'oniverse-object-keys-'));
const path = join(folder, 'file');
/** Replaces the file at once, as programs that hand out keys do. */
const write = (content: string): void => {
  writeFileSync(`${path}.new`, content);
  renameSync(`${path}.new`, path);
};
const fileOf = (id: string, token = 'token'): string =>
  `[default]\r\naws_access_key_id = ${id}\r\naws_secret_access_key = key\r\naws_session_token = ${token}\r\n[next]\r\n`;

describe('keySourceOf', () => {
  const failures: string[] = [];
  const onFailure = (error: unknown) => void failures.push(String(error));

  afterEach(() => {
    failures.length = 0;
    jest.restoreAllMocks();
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('LIV-071 reads a file again when it changed, and says once that it cannot', async () => {
    write(fileOf('one'));
    const source = keySourceOf({ kind: 'file', path }, undefined, onFailure);
    expect(await source.current()).toEqual({ accessKey: 'one', secretKey: 'key', sessionToken: 'token' });
    write(fileOf('second'));
    expect(await source.current()).toMatchObject({ accessKey: 'second' });
    write('[default]\n');
    expect(await source.current()).toMatchObject({ accessKey: 'second' });
    expect(await source.current()).toMatchObject({ accessKey: 'second' });
    expect(failures).toHaveLength(1);
    write(fileOf('third'));
    expect(await source.current()).toMatchObject({ accessKey: 'third' });
  });

  describe('of a token service', () => {
    let service: Server;
    let answer: () => { status: number; body: string };
    const asked: URLSearchParams[] = [];
    const granted = (id: string, seconds: number) => ({
      status: 200,
      body: `<AssumeRoleWithWebIdentityResponse><Credentials><AccessKeyId>${id}</AccessKeyId><SecretAccessKey>key</SecretAccessKey><SessionToken>token</SessionToken><Expiration>${new Date(Date.now() + seconds * 1_000).toISOString()}</Expiration></Credentials></AssumeRoleWithWebIdentityResponse>`,
    });
    const refused = {
      status: 403,
      body: '<ErrorResponse><Error><Code>ExpiredToken</Code></Error></ErrorResponse>',
    };

    beforeAll(async () => {
      const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
        asked.push(new URLSearchParams(await text(request)));
        const { status, body } = answer();
        response.writeHead(status).end(body);
      };
      service = createServer((request, response) => void respond(request, response)).listen(0, '127.0.0.1');
      await once(service, 'listening');
    });

    afterAll(() => void service.close());
    afterEach(() => {
      asked.length = 0;
    });

    const source = () => {
      const { port }: Pick<AddressInfo, 'port'> = Object(service.address());
      const tokenService = new URL(`http://127.0.0.1:${port}`);
      return keySourceOf(
        { kind: 'identity', tokenFile: path, roleArn: 'role', tokenService },
        undefined,
        onFailure,
      );
    };

    it('LIV-071 asks once for all calls, with the token that is in the file then', async () => {
      write('first token\n');
      answer = () => granted('one', 3_600);
      const keys = source();
      await Promise.all([keys.current(), keys.current()]);
      expect(await keys.current()).toEqual({ accessKey: 'one', secretKey: 'key', sessionToken: 'token' });
      expect(asked.map((body) => Object.fromEntries(body))).toEqual([
        {
          Action: 'AssumeRoleWithWebIdentity',
          Version: '2011-06-15',
          RoleSessionName: 'oniverse',
          WebIdentityToken: 'first token',
          RoleArn: 'role',
        },
      ]);
      write('second token\n');
      answer = () => granted('two', 7_200);
      const now = Date.now();
      jest.spyOn(Date, 'now').mockReturnValue(now + 3_000_000);
      // The known keys serve while the next ones are on their way.
      expect(await keys.current()).toMatchObject({ accessKey: 'one' });
      jest.spyOn(Date, 'now').mockReturnValue(now + 3_700_000);
      expect(await keys.current()).toMatchObject({ accessKey: 'two' });
      expect(asked.at(-1)?.get('WebIdentityToken')).toBe('second token');
    });

    it('LIV-071 uses the known keys until they expire if the service refuses, and says so once', async () => {
      answer = () => granted('one', 3_600);
      const keys = source();
      await keys.current();
      answer = () => refused;
      const now = Date.now();
      for (const later of [2_800_000, 2_820_000, 2_840_000]) {
        jest.spyOn(Date, 'now').mockReturnValue(now + later);
        expect(await keys.current()).toMatchObject({ accessKey: 'one' });
      }
      jest.spyOn(Date, 'now').mockReturnValue(now + 3_700_000);
      await expect(keys.current()).rejects.toThrow('expired');
      expect(failures).toEqual([expect.stringContaining('403 ExpiredToken')]);
      answer = () => granted('two', 7_200);
      jest.spyOn(Date, 'now').mockReturnValue(now + 3_720_000);
      expect(await keys.current()).toMatchObject({ accessKey: 'two' });
    });
  });
});
