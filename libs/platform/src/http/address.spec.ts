import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createAddressResolver, createRequestIds, networkOf } from './address.js';

const request = (peer: string, forwarded?: string): IncomingMessage => {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const message = new IncomingMessage(socket);
  if (forwarded !== undefined) message.headers['x-forwarded-for'] = forwarded;
  return message;
};

describe('createAddressResolver', () => {
  it('returns the address of an untrusted peer and ignores its header', () => {
    expect(createAddressResolver([])(request('203.0.113.7', '198.51.100.1'))).toBe('203.0.113.7');
  });

  it('returns the address that a trusted proxy forwards', () => {
    expect(createAddressResolver(['10.0.0.0/8'])(request('10.1.2.3', '198.51.100.1'))).toBe('198.51.100.1');
  });

  it('reads the forwarded list from the right, so that a client cannot forge its address', () => {
    const addressOf = createAddressResolver(['10.0.0.0/8']);
    expect(addressOf(request('10.1.2.3', '1.1.1.1, 198.51.100.1, 10.9.9.9'))).toBe('198.51.100.1');
  });

  it('networkOf masks an address to its /24 or /48', () => {
    const logged = (peer: string) => networkOf(createAddressResolver([])(request(peer)));
    expect(logged('203.0.113.7')).toBe('203.0.113.0/24');
    expect(logged('::ffff:203.0.113.7')).toBe('203.0.113.0/24');
    expect(logged('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1::/48');
    expect(logged('nonsense')).toBe('unknown');
  });

  it('groups IPv6 by /64 and reads IPv4-mapped addresses', () => {
    const addressOf = createAddressResolver([]);
    expect(addressOf(request('2001:db8:1:2:3:4:5:6'))).toBe(addressOf(request('2001:db8:1:2:ffff::1')));
    expect(addressOf(request('2001:db8:1:2::1'))).not.toBe(addressOf(request('2001:db8:1:3::1')));
    expect(addressOf(request('::ffff:203.0.113.7'))).toBe('203.0.113.7');
  });
});

describe('createRequestIds', () => {
  const ID = '7f3a9c21-6f0b-4d53-9a39-5a8f4e0c2b11';
  const idOf = (peer: string, given?: string) => {
    const message = request(peer);
    if (given !== undefined) message.headers['x-request-id'] = given;
    return createRequestIds(['10.0.0.0/8'])(message);
  };

  it('OPS-070 keeps the id of a trusted proxy if it has the form of one, and makes one for all others', () => {
    expect(idOf('10.1.2.3', ID)).toBe(ID);
    // As nginx makes them.
    expect(idOf('10.1.2.3', ID.replaceAll('-', ''))).toBe(ID.replaceAll('-', ''));
    for (const [peer, given] of [
      ['203.0.113.7', ID],
      ['10.1.2.3', undefined],
      ['10.1.2.3', `${ID}0`],
      ['10.1.2.3', ID.replace('-', '')],
      ['10.1.2.3', 'forged"} {"level":"fatal'],
    ] as const) {
      const id = idOf(peer, given);
      expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      expect(id).not.toBe(given);
    }
  });
});
