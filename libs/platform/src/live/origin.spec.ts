import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { isAllowedOrigin } from './origin.js';

const request = (host: string, origin?: string): IncomingMessage => {
  const message = new IncomingMessage(new Socket());
  message.headers.host = host;
  if (origin !== undefined) message.headers.origin = origin;
  return message;
};

describe("a socket's origin", () => {
  it.each([
    ['none at all', request('a.example'), [], true],
    ['the host that is asked', request('a.example:3000', 'http://a.example:3000'), [], true],
    ['another host', request('a.example', 'http://b.example'), [], false],
    ['another port', request('a.example:3000', 'http://a.example:4000'), [], false],
    [
      "one of the site's own",
      request('inner', 'https://a.example'),
      ['https://b.example', 'https://a.example'],
      true,
    ],
    [
      'the right host by the wrong protocol',
      request('inner', 'http://a.example'),
      ['https://a.example'],
      false,
    ],
    [
      'the host that is asked, where the site has others',
      request('x', 'http://x'),
      ['https://a.example'],
      false,
    ],
    ['a sandboxed frame', request('a.example', 'null'), [], false],
  ])('%s', (_, message, publicOrigins, allowed) => {
    expect(isAllowedOrigin(message, publicOrigins)).toBe(allowed);
  });
});
