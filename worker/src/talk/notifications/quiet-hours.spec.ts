import { describe, expect, it } from '@jest/globals';
import { isQuiet } from './quiet-hours.js';

const at = (time: string) => new Date(`2026-11-20T${time}:00Z`);

describe('quiet hours', () => {
  it.each([
    ['22:59', false],
    ['23:00', true],
    ['03:00', true],
    ['06:59', true],
    ['07:00', false],
    ['12:00', false],
  ])('NXT-088 pass midnight: %s', (time, expected) => {
    expect(isQuiet({ from: '23:00', until: '07:00', timeZone: 'UTC' }, at(time))).toBe(expected);
  });

  it.each([
    ['12:59', false],
    ['13:00', true],
    ['15:00', false],
  ])('NXT-088 can lie within a day: %s', (time, expected) => {
    expect(isQuiet({ from: '13:00', until: '15:00', timeZone: 'UTC' }, at(time))).toBe(expected);
  });

  it('NXT-088 follow the time zone of the member, and UTC for an unknown one', () => {
    const quiet = { from: '23:00', until: '07:00' };
    expect(isQuiet({ ...quiet, timeZone: 'Asia/Tokyo' }, at('14:30'))).toBe(true);
    expect(isQuiet({ ...quiet, timeZone: 'America/New_York' }, at('03:00'))).toBe(false);
    expect(isQuiet({ ...quiet, timeZone: 'Mars/Olympus' }, at('03:00'))).toBe(true);
  });

  it('NXT-088 without two different times do not exist', () => {
    expect(isQuiet({ from: null, until: null, timeZone: 'UTC' }, at('03:00'))).toBe(false);
    expect(isQuiet({ from: '07:00', until: '07:00', timeZone: 'UTC' }, at('07:00'))).toBe(false);
  });
});
