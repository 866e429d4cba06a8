import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { http as answer, HttpResponse } from 'msw';
import { server } from '../testing/server.js';
import { headersAt, setServerTime } from '../testing/server-time.js';
import { http } from './http.js';
import { deviceTimeOf, onServerClockSet, recordServerTime, serverNow } from './server-clock.js';

const HOUR_MS = 3_600_000;
/** The time of the device. */
const NOW = Date.parse('2026-03-05T20:41:00.500Z');

/** Measures an answer that was sent `afterMs` after its request, and took as long to arrive. */
function measure(serverTime: number, afterMs: number): void {
  const sentAt = Date.now();
  jest.setSystemTime(sentAt + 2 * afterMs);
  recordServerTime(new Headers(headersAt(serverTime)), sentAt);
}

describe('the clock of the server', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: NOW, doNotFake: ['setTimeout', 'setInterval', 'queueMicrotask', 'nextTick'] });
    setServerTime(NOW);
  });

  it.each([
    ['fast', -HOUR_MS],
    ['slow', HOUR_MS],
  ])('NXT-411 is known to a device that is one hour %s', async (_, ahead) => {
    server.use(
      answer.get('/api/thing', () => HttpResponse.json({}, { headers: headersAt(Date.now() + ahead) })),
    );
    await http('/api/thing');
    expect(Math.abs(serverNow() - (NOW + ahead))).toBeLessThanOrEqual(500);
    const until = new Date(NOW + ahead).toISOString();
    expect(Math.abs(deviceTimeOf(until) - NOW)).toBeLessThanOrEqual(500);
  });

  it('NXT-411 is that of the device while the two agree', () => {
    measure(NOW + 300, 300);
    expect(serverNow()).toBe(Date.now());
  });

  it('NXT-411 is not moved by a slow answer, nor by one from a cache', () => {
    measure(NOW + HOUR_MS, 20);
    const ahead = serverNow() - Date.now();
    expect(Math.abs(ahead - HOUR_MS)).toBeLessThan(1_000);
    measure(Date.now() + HOUR_MS + 4_000, 4_000);
    expect(Math.abs(serverNow() - Date.now() - HOUR_MS)).toBeLessThan(1_000);
    const cached = { ...headersAt(NOW), 'Cache-Control': 'private, no-cache' };
    recordServerTime(new Headers(cached), Date.now());
    expect(Math.abs(serverNow() - Date.now() - HOUR_MS)).toBeLessThan(1_000);
  });

  it('NXT-411 is measured again when a clock is set', () => {
    const listener = jest.fn();
    onServerClockSet(listener);
    setServerTime(NOW + HOUR_MS);
    setServerTime(NOW + HOUR_MS);
    expect(listener).toHaveBeenCalledTimes(1);
    jest.setSystemTime(NOW + HOUR_MS);
    setServerTime(NOW + HOUR_MS);
    expect(serverNow()).toBe(Date.now());
    expect(listener).toHaveBeenCalledTimes(2);
  });
});
