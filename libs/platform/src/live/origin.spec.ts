import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { isAllowedOrigin } from './live-adapter.js';

const request = (host: string, origin?: string): IncomingMessage => {
  const message = new IncomingMessage(new Socket());
  message.headers.host = host;
  if (origin !== undefined) message.headers.origin = origin;
  return message;
};

describe('isAllowedOrigin', () => {
  it.each([
    ['allows a missing Origin', request('a.example'), [], true],
    ['allows the requested host', request('a.example:3000', 'http://a.example:3000'), [], true],
    ['rejects another host', request('a.example', 'http://b.example'), [], false],
    ['rejects another port', request('a.example:3000', 'http://a.example:4000'), [], false],
    [
      'allows one of the public origins',
      request('inner', 'https://a.example'),
      ['https://b.example', 'https://a.example'],
      true,
    ],
    [
      'rejects a public host with another protocol',
      request('inner', 'http://a.example'),
      ['https://a.example'],
      false,
    ],
    [
      'rejects the requested host if it is not a public origin',
      request('x', 'http://x'),
      ['https://a.example'],
      false,
    ],
    ['rejects a sandboxed frame', request('a.example', 'null'), [], false],
  ])('%s', (_, message, publicOrigins, allowed) => {
    expect(isAllowedOrigin(message, publicOrigins)).toBe(allowed);
  });
});
