import { describe, expect, it } from '@jest/globals';
import { isListOf, isNullable, isNumber, isOneOf, isOptional, isShape, isText, parse } from './guards.js';

describe('guards', () => {
  const isThing = isShape<{ name: string; size: number | null; note?: string }>({
    name: isText,
    size: isNullable(isNumber),
    note: isOptional(isText),
  });

  it('takes what has the form, with more fields or without optional ones', () => {
    expect(isThing({ name: 'a', size: null })).toBe(true);
    expect(isThing({ name: 'a', size: 1, note: 'b', more: true })).toBe(true);
  });

  it.each([
    null,
    'a',
    [],
    { name: 'a' },
    { name: 1, size: 1 },
    { name: 'a', size: NaN },
    { name: 'a', size: 1, note: 2 },
  ])('refuses %j', (value) => expect(isThing(value)).toBe(false));

  it('looks at each entry of a list, and at the words of a choice', () => {
    expect(isListOf(isText)(['a', 'b'])).toBe(true);
    expect(isListOf(isText)(['a', 1])).toBe(false);
    expect(isOneOf(['a', 'b'])('b')).toBe(true);
    expect(isOneOf(['a', 'b'])('c')).toBe(false);
  });

  it('parse throws on another form than agreed', () => {
    expect(parse(isText, 'a')).toBe('a');
    expect(() => parse(isText, 1)).toThrow('unexpected form');
  });
});
