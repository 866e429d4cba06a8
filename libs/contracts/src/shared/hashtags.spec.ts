import { describe, expect, it } from '@jest/globals';
import { splitTagList } from './hashtags.js';

describe('splitTagList', () => {
  it.each([
    ['moon, #sea ,  , coast', ['moon', 'sea', 'coast']],
    ['', []],
    [' , # ,', []],
    ['# north', ['north']],
    ['月、＃海，قمر، بحر', ['月', '海', 'قمر', 'بحر']],
  ])('BRD-007 splits %j into %j', (typed, tags) => {
    expect(splitTagList(typed)).toEqual(tags);
  });
});
