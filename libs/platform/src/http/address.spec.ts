import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { clientAddressOf } from './address.js';

const request = (peer: string, forwarded?: string): IncomingMessage => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
};

describe("a request's address", () => {
  it("is the peer's, whatever it says, unless the peer is trusted", () => {
    expect(clientAddressOf([])(request('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7');
  });

  it('is what a trusted proxy says', () => {
    expect(clientAddressOf(['10.0.0.0/8'])(request('10.1.2.3', '198.51.100.1'))).toBe('198.51.100.1');
  });

  it('is not what a client tells a trusted proxy: the list is read from the right', () => {
    const addressOf = clientAddressOf(['10.0.0.0/8']);
    expect(addressOf(request('10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9'))).toBe('198.51.100.1');
  });

  it('counts IPv6 by /64 and reads IPv4 in IPv6', () => {
    const addressOf = clientAddressOf([]);
    expect(addressOf(request('2001:db8:1:2:3:4:5:6'))).toBe(addressOf(request('2001:db8:1:2:ffff::1')));
    expect(addressOf(request('2001:db8:1:2::1'))).not.toBe(addressOf(request('2001:db8:1:3::1')));
    expect(addressOf(request('::ffff:203.0.113.7'))).toBe('203.0.113.7');
  });
});
