import { expect, it, jest } from '@jest/globals';
import { SOCKET_HANDSHAKES } from '@oniverse/contracts';
import { HandshakeLimit } from './handshake-limit.js';

it('ACC-212 lets an address whose sockets are closed for what they send open few of them', async () => {
  const report = jest.fn();
  const limit = new HandshakeLimit(report);
  let opened = 0;
  while (await limit.allows('192.0.2.1')) {
    opened += 1;
    await limit.charge('192.0.2.1');
  }
  expect(opened).toBe(Math.ceil(SOCKET_HANDSHAKES.points / (1 + SOCKET_HANDSHAKES.closedPoints)));
  expect(await limit.allows('198.51.100.1')).toBe(true);
});
