import { describe, expect, it } from '@jest/globals';
import { findOperatorToken, finishQuery, joinQuery, splitQuery } from './query-parts.js';

describe('the parts of a query', () => {
  it.each([
    ['tide', [], 'tide'],
    ['from:isolde', [], 'from:isolde'],
    ['from:isolde ', ['from:isolde'], ''],
    ['low from:isolde tide', ['from:isolde'], 'low tide'],
    ['in:"Rooftop watch" has:link tide ', ['in:"Rooftop watch"', 'has:link'], 'tide '],
    ['has:teeth tide', [], 'has:teeth tide'],
    ['"from:isolde" x', [], '"from:isolde" x'],
    ['on:2026-02-30 x', [], 'on:2026-02-30 x'],
  ])('TLK-476 shows %s as filters and text', (typed, filters, draft) => {
    const parts = splitQuery(typed);
    expect([parts.filters.map(({ text }) => text), parts.draft]).toEqual([filters, draft]);
    expect(splitQuery(joinQuery(parts))).toEqual(parts);
  });

  it('TLK-476 finishes an operator at the end, and nothing else', () => {
    expect(finishQuery('tide from:isolde')).toBe('tide from:isolde ');
    for (const q of ['', 'tide', 'from:', 'has:teeth', 'from:isolde tide']) expect(finishQuery(q)).toBe(q);
  });

  it.each([
    ['from:', { name: 'from', at: 0, end: 5, typed: '' }],
    ['tide From:@Iso', { name: 'from', at: 5, end: 14, typed: '@iso' }],
    ['in:"Roof to', { name: 'in', at: 0, end: 11, typed: 'roof to' }],
    ['https://example', undefined],
    ['afrom:x', undefined],
    ['from:x ', undefined],
    ['in:"a" ', undefined],
  ])('TLK-476 finds what is being typed in %s', (text, token) => {
    expect(findOperatorToken(text, text.length)).toEqual(token);
  });

  it('TLK-476 finds an operator at the caret, not after it', () => {
    expect(findOperatorToken('from:iso tide', 8)).toMatchObject({ typed: 'iso' });
    expect(findOperatorToken('from:iso tide', 13)).toBeUndefined();
  });
});
