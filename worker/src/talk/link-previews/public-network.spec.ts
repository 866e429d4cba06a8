import { describe, expect, it } from '@jest/globals';
import { INTERNET, resolvePublic } from './public-network.js';

describe('INTERNET', () => {
  it('TLK-311 connects to the checked addresses of a name, and asks no name server again', () => {
    const { lookup, ...route } = INTERNET.routeTo('page.example', 443, [
      '93.184.216.34',
      '2606:2800:220:1::1',
    ]);
    expect(route).toEqual({ host: 'page.example', port: 443, autoSelectFamily: true });
    let answer: unknown;
    lookup?.('page.example', { all: true }, (error, addresses) => (answer = [error, addresses]));
    expect(answer).toEqual([
      null,
      [
        { address: '93.184.216.34', family: 4 },
        { address: '2606:2800:220:1::1', family: 6 },
      ],
    ]);
  });

  it('TLK-312 resolves no name after the deadline', async () => {
    const ended = AbortSignal.abort(new Error('too late'));
    await expect(resolvePublic(INTERNET, 'page.invalid', ended)).rejects.toThrow('too late');
  });
});
