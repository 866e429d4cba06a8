import { Writable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { createLogger } from './logging.js';
import { runInRequest } from './request-context.js';

describe('createLogger', () => {
  it('ACC-172 writes one line of JSON for an event, with its time in UTC, whatever the input', () => {
    const lines: string[] = [];
    const logger = createLogger('test', 'info', { write: (line) => void lines.push(line) });
    const forged = 'a\n{"level":60,"msg":"forged"}\r\n\u2028\u001b[2J';
    logger.info({ member: forged, [forged]: 1, err: new Error(forged) }, forged);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.trimEnd()).not.toMatch(/\p{Cc}/u);
    const entry: unknown = JSON.parse(lines[0] ?? '');
    expect(entry).toMatchObject({
      level: 'info',
      part: 'test',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      member: forged,
      msg: forged,
    });
  });

  it('OPS-072 names the request of each line, also of what it starts and does not await', async () => {
    const lines: unknown[] = [];
    const logger = createLogger('test', 'info', { write: (line) => void lines.push(JSON.parse(line)) });
    logger.info('before');
    await runInRequest({ id: 'one' }, async () => {
      await Promise.resolve();
      logger.info('during');
      logger.info({ requestId: 'other' }, 'named');
    });
    expect(lines).toEqual([
      { level: 'info', time: expect.any(String), part: 'test', msg: 'before' },
      { level: 'info', time: expect.any(String), part: 'test', msg: 'during', requestId: 'one' },
      { level: 'info', time: expect.any(String), part: 'test', msg: 'named', requestId: 'other' },
    ]);
  });

  it('redacts secrets', () => {
    let written = '';
    const logger = createLogger(
      'test',
      'info',
      new Writable({
        write(chunk: Buffer, _encoding, done) {
          written += chunk.toString();
          done();
        },
      }),
    );
    logger.info(
      { password: 'S3CRET', body: { access_key: 'S3CRET', inner: { sessionId: 'S3CRET' } } },
      'one',
    );
    logger.info(
      { req: { method: 'GET', url: '/x?token=S3CRET', headers: { authorization: 'S3CRET' } } },
      'two',
    );
    logger.info({ req: { method: 'PUT', url: '/uploads/S3CRET' } }, 'three');
    logger.info({ req: { method: 'GET', url: '/exports/S3CRET' } }, 'four');
    logger.info({ req: { method: 'POST', url: '/api/invites/S3CRET/accept' } }, 'five');
    logger.info({ req: { method: 'GET', url: '/dimensions/invite/S3CRET?x=1' } }, 'six');
    const failed = { parameters: ['S3CRET'], detail: 'S3CRET', driverError: { detail: 'S3CRET' } };
    logger.error({ err: Object.assign(new Error('A statement failed.'), failed) }, 'seven');
    expect(written).toContain('"part":"test"');
    expect(written).toContain('two');
    expect(written).toContain('/uploads/…');
    expect(written).toContain('/exports/…');
    expect(written).toContain('/api/invites/…"');
    expect(written).toContain('/dimensions/invite/…"');
    expect(written).toContain('A statement failed.');
    expect(written).not.toContain('S3CRET');
  });
});
