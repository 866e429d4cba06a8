import { describe, expect, it } from '@jest/globals';
import { deviceIcon, formatDate, formatDay, formatLogTime, networkName } from './formats.js';

const NOW = new Date(2026, 10, 25, 21, 30).getTime();
const at = (...[year, month, day, hours = 12, minutes = 0]: [number, number, number, number?, number?]) =>
  new Date(year, month - 1, day, hours, minutes).toISOString();

describe('dates of the account', () => {
  it('are a clock time for today', () => {
    expect(formatDay(at(2026, 11, 25, 0, 1), NOW)).toBe('today');
    expect(formatLogTime(at(2026, 11, 25, 9, 5), NOW)).toBe('09:05');
  });

  it('count calendar days', () => {
    expect(formatDay(at(2026, 11, 24, 23, 59), NOW)).toBe('yesterday');
    expect(formatDay(at(2026, 11, 23), NOW)).toBe('23 November');
    expect(formatLogTime(at(2026, 11, 20, 22, 31), NOW)).toBe('Fri 22:31');
    expect(formatLogTime(at(2026, 10, 30), NOW)).toBe('30 Oct');
  });

  it('have a year if it is another one', () => {
    expect(formatDate(at(2026, 3, 9), NOW)).toBe('9 March');
    expect(formatDate(at(2025, 3, 9), NOW)).toBe('9 March 2025');
    expect(formatLogTime(at(2025, 12, 1), NOW)).toBe('1 December 2025');
  });

  it('have a clock time on a day to come', () => {
    expect(formatLogTime(at(2026, 11, 26, 23), NOW)).toBe('26 Nov 23:00');
    expect(formatLogTime(at(2027, 1, 2, 7, 30), NOW)).toBe('2 January 2027 07:30');
  });

  it('show a time that the clock of this device has not reached as today', () => {
    expect(formatDay(at(2026, 11, 26, 0, 1), NOW)).toBe('today');
  });
});

describe('networkName', () => {
  it.each([
    ['203.0.113.0/24', '203.0.113.*'],
    ['2001:db8:7::/48', '2001:db8:7:*'],
    ['unknown', 'unknown'],
  ])('shortens %s to %s', (network, name) => {
    expect(networkName(network)).toBe(name);
  });
});

describe('deviceIcon', () => {
  it.each([
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'phone'],
    [
      'Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36',
      'phone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'laptop'],
    [null, 'laptop'],
  ])('draws %s as a %s', (device, icon) => {
    expect(deviceIcon(device)).toBe(icon);
  });
});
