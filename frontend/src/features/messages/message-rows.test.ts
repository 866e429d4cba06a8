import { describe, expect, it } from '@jest/globals';
import { message } from '../../testing/live-server.js';
import { dayOf, rowsOf, timeOf } from './message-rows.js';

const at = (minutes: number) => new Date(2026, 2, 5, 23, minutes).toISOString();
const said = (seq: number, minutes: number, userId: string | null) =>
  message({ seq, userId, createdAt: at(minutes) });

describe('the lines of a conversation', () => {
  it('DIM-020 tell the time with 24 hours', () => {
    expect(timeOf(new Date(2026, 2, 5, 21, 4).toISOString())).toBe('21:04');
    expect(timeOf(new Date(2026, 2, 5, 0, 7).toISOString())).toBe('00:07');
  });

  it('name the day, by its weekday in the last week', () => {
    const now = new Date(2026, 2, 5, 12);
    expect(dayOf(new Date(2026, 2, 5, 1).toISOString(), now)).toBe('Thursday');
    expect(dayOf(new Date(2026, 1, 27, 1).toISOString(), now)).toBe('Friday');
    expect(dayOf(new Date(2026, 1, 26, 23).toISOString(), now)).toBe('Thursday 26 February');
    expect(dayOf(new Date(2025, 11, 31).toISOString(), now)).toBe('31 December 2025');
  });

  it('divide where a day begins', () => {
    const rows = rowsOf([said(1, 58, 'a'), said(2, 59, 'a'), said(3, 61, 'a')], []);
    expect(rows.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'day', 'message']);
  });

  it('do not name a speaker again who goes on, unless after a while or another one spoke', () => {
    const rows = rowsOf(
      [said(1, 0, 'a'), said(2, 1, 'a'), said(3, 2, 'b'), said(4, 3, 'a'), said(5, 30, 'a')],
      [],
    );
    const continued = rows.flatMap((row) => (row.kind === 'message' ? [row.continues] : []));
    expect(continued).toEqual([false, true, false, false, false]);
  });

  it('name each departed member', () => {
    const rows = rowsOf([said(1, 0, null), said(2, 1, null)], []);
    expect(rows.flatMap((row) => (row.kind === 'message' ? [row.continues] : []))).toEqual([false, false]);
  });

  it('end with what is on its way', () => {
    const entry = { nonce: 'n', channelId: 'tonight', userId: 'a', content: 'x', writtenAt: at(1) };
    const rows = rowsOf([said(1, 0, 'a')], [{ ...entry, state: 'sending' }]);
    expect(rows.at(-1)).toMatchObject({ kind: 'echo', key: 'n', continues: true });
  });
});
