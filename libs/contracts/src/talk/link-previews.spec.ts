import { describe, expect, it } from '@jest/globals';
import { messageLinksOf } from './link-previews.js';

describe('messageLinksOf', () => {
  it.each<[string, string[]]>([
    ['no link', []],
    ['http is no link, and https:// neither', []],
    ['see https://a.example/x.', ['https://a.example/x']],
    [
      '[label](https://a.example/x_(y)) and **http://b.example**',
      ['https://a.example/x_(y)', 'http://b.example/'],
    ],
    [
      '> quoted https://a.example/\n- listed https://b.example/',
      ['https://a.example/', 'https://b.example/'],
    ],
    ['`https://a.example/` and\n```\nhttps://b.example/\n```', []],
    ['https://b.example/ https://a.example/', ['https://b.example/', 'https://a.example/']],
  ])('TLK-310 finds the links of %j outside of code', (content, links) => {
    expect(messageLinksOf(content)).toEqual(links);
  });

  it('TLK-310 counts addresses that differ in form or fragment only as one', () => {
    expect(
      messageLinksOf(
        'https://a.example https://A.example/ https://a.example:443/#one https://a.example/#two',
      ),
    ).toEqual(['https://a.example/']);
  });

  it('TLK-310 leaves out addresses that are invalid or too long', () => {
    expect(
      messageLinksOf(`https://[ http://a.example:99999/ https://a.example/${'a'.repeat(2_000)}`),
    ).toEqual([]);
  });
});
