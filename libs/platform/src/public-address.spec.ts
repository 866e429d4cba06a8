import { once } from 'node:events';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createPublicAgent, createPublicLookup, isPublicAddress, parseAddressOf } from './public-address.js';

const HOSTS = ['push.example', '.services.example'];

describe('isPublicAddress', () => {
  it.each(['93.184.216.34', '8.8.8.8', '2606:2800:220:1::1', '2a00:1450:4001:81b::200e'])(
    'NXT-091 accepts %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.8',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '::',
    '::1',
    '::ffff:10.0.0.1',
    '::ffff:127.0.0.1',
    '::7f00:1',
    'fe80::1',
    'fec0::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2001::1',
    '2001:db8::1',
    '2002:a00:1::',
    'localhost',
    '',
  ])('NXT-091 refuses %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('createPublicLookup', () => {
  const lookUp = (addresses: readonly string[], all: boolean) =>
    new Promise((resolve, reject) => {
      const lookup = createPublicLookup((_host, _options, done) =>
        done(
          null,
          addresses.map((address) => ({ address, family: 4 })),
        ),
      );
      lookup('push.example', { all }, (error, address) => (error ? reject(error) : resolve(address)));
    });

  it('NXT-091 answers public addresses', async () => {
    expect(await lookUp(['93.184.216.34'], false)).toBe('93.184.216.34');
    expect(await lookUp(['93.184.216.34'], true)).toEqual([{ address: '93.184.216.34', family: 4 }]);
  });

  it('NXT-091 refuses a host with any private address, or none', async () => {
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], []]) {
      await expect(lookUp(addresses, true)).rejects.toThrow('push.example is not a public address.');
    }
  });

  it('NXT-091 passes on the failure of the name server', async () => {
    const lookup = createPublicLookup((_host, _options, done) => done(new Error('no such host'), []));
    const failed = new Promise((_resolve, reject) => lookup('x', {}, (error) => reject(error)));
    await expect(failed).rejects.toThrow('no such host');
  });
});

describe('createPublicAgent', () => {
  it.each(['127.0.0.1', '[::1]', 'localhost', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'NXT-091 does not connect to this machine by the name %s',
    async (host) => {
      let connections = 0;
      const server = createServer().on('connection', () => (connections += 1));
      server.listen(0);
      await once(server, 'listening');
      // The server listens on a TCP port.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const { port } = server.address() as AddressInfo;
      const sent = new Promise((resolve, reject) => {
        try {
          request(`https://${host}:${port}/`, { agent: createPublicAgent() }, resolve)
            .on('error', reject)
            .end();
        } catch (error) {
          reject(error);
        }
      });
      await expect(sent).rejects.toThrow('is not a public address');
      expect(connections).toBe(0);
      server.close();
    },
  );
});

describe('parseAddressOf', () => {
  it.each([
    ['https://push.example/send/1'],
    ['https://a.services.example/x'],
    ['https://a.b.services.example/'],
    ['https://push.example/a;b?c=d'],
    ['HTTPS://Push.Example:443/X', 'https://push.example/X'],
    ['https://push。example/x', 'https://push.example/x'],
    ['https://push.example/x#fragment', 'https://push.example/x'],
    ["https://push.example/a b'", "https://push.example/a%20b'"],
  ])('NXT-091 accepts %s in its canonical form', (address, canonical = address) => {
    expect(parseAddressOf(HOSTS, address)?.href).toBe(canonical);
  });

  it.each([
    'http://push.example/',
    'https://push.example:8443/',
    'https://user@push.example/',
    'https://push.example.evil.example/',
    'https://evilpush.example/',
    'https://services.example/',
    'https://.services.example/',
    'https://a..services.example/',
    'https://push.example./',
    'https://evil.example/push.example',
    'https://evil.example#push.example',
    'https://127.0.0.1/',
    'push.example',
    '',
  ])('NXT-091 refuses %s', (address) => {
    expect(parseAddressOf(HOSTS, address)).toBeUndefined();
  });

  it.each(Array.from(`;'"{}\`|^*!$&()=,~+_%`))(
    'NXT-091 refuses a host with %s, after which another parser may end it',
    (mark) => {
      expect(parseAddressOf(HOSTS, `https://localhost${mark}.services.example/x`)).toBeUndefined();
    },
  );
});
