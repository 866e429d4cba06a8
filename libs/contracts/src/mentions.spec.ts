import { describe, expect, it } from '@jest/globals';
import { mentionsOf } from './mentions.js';

describe('mentionsOf', () => {
  it.each([
    ['hello', []],
    ['@vesper look', ['vesper']],
    ['look @vesper, @oni_2!', ['vesper', 'oni_2']],
    ['@vesper and @vesper', ['vesper']],
    ['`@vesper` https://example.org/@oni @ab @toolongtoolongtoolong x@vesper a/@oni', []],
    ['@@vesper', []],
  ])('GAP-130 finds in %j the names %j', (content, names) => {
    expect(mentionsOf(content)).toEqual(names);
  });
});
