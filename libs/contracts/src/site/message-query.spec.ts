import { describe, expect, it } from '@jest/globals';
import {
  findMessageOperators,
  type MessageQuery,
  readMessageQuery,
  writeMessageOperator,
} from './message-query.js';

const NOTHING: MessageQuery = {
  text: '',
  phrases: [],
  from: [],
  in: [],
  has: [],
  is: [],
  games: [],
  players: [],
};
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);

describe('readMessageQuery', () => {
  it.each<[string, Partial<MessageQuery>]>([
    ['low tide', { text: 'low tide' }],
    ['from:isolde tide', { text: 'tide', from: ['isolde'] }],
    ['FROM:@Isolde from:otto from:otto', { from: ['Isolde', 'otto'] }],
    ['in:#tonight in:"Rooftop watch"', { in: ['tonight', 'Rooftop watch'] }],
    ['before:2026-01-31', { until: at('2026-01-31') }],
    ['after:2026-01-31', { since: at('2026-02-01') }],
    ['on:2026-02-28', { since: at('2026-02-28'), until: at('2026-03-01') }],
    [
      'after:2026-01-01 after:2026-01-03 before:2026-02-01 before:2026-03-01',
      { since: at('2026-01-04'), until: at('2026-02-01') },
    ],
    ['has:link has:Picture is:pinned', { has: ['link', 'picture'], is: ['pinned'] }],
    ['game:@Vesper game:sable tide', { text: 'tide', players: ['Vesper', 'sable'] }],
    ['game:Chess game:go', { games: ['chess', 'go'] }],
    ['"low tide" gauge', { text: 'low tide gauge', phrases: ['low tide'] }],
  ])('TLK-480 reads %s', (q, read) => {
    expect(readMessageQuery(q)).toEqual({ ...NOTHING, ...read });
  });

  it.each([
    ['by:isolde', 'by:isolde'],
    ['before:tomorrow', 'before:tomorrow'],
    ['on:2026-13-45', 'on:2026-13-45'],
    ['on:2026-02-30', 'on:2026-02-30'],
    ['has:teeth is:red', 'has:teeth is:red'],
    ['from:', 'from:'],
    ['at 10:30', 'at 10:30'],
    ['https://example.org/a:b', 'https://example.org/a:b'],
    ['an "open', 'an " open'],
    ['""', ''],
  ])('TLK-480 takes %s as text', (q, text) => {
    expect(readMessageQuery(q)).toEqual({ ...NOTHING, text });
  });
});

describe('findMessageOperators', () => {
  it('TLK-476 finds operators with a value that they take, and where they stand', () => {
    const q = 'tide has:teeth From:@isolde in:"Rooftop watch" "on:2026-01-31" on:2026-01-31';
    expect(findMessageOperators(q).map(({ at, end, ...operator }) => [operator, q.slice(at, end)])).toEqual([
      [{ name: 'from', value: '@isolde' }, 'From:@isolde'],
      [{ name: 'in', value: 'Rooftop watch' }, 'in:"Rooftop watch"'],
      [{ name: 'on', value: '2026-01-31' }, 'on:2026-01-31'],
    ]);
    expect(findMessageOperators('constructor:a toString:b')).toEqual([]);
  });

  it.each(['tonight', 'Rooftop watch', '@isolde', 'a:b'])('TLK-476 finds %s as it is written', (value) => {
    const [{ value: read } = { value: '' }] = findMessageOperators(writeMessageOperator('in', value));
    expect(read).toBe(value);
  });

  it('TLK-476 writes a name without its quotation marks', () => {
    expect(writeMessageOperator('in', 'the "quiet" room')).toBe('in:"the quiet room"');
  });
});
