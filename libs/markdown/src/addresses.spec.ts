import { describe, expect, it } from '@jest/globals';
import { type MessageBlock, messageBlocksOf, type MessageSpan } from '@oniverse/contracts';
import { visit } from 'unist-util-visit';
import { parseMarkdown } from './parse-markdown.js';

function linksOfDocument(text: string): string[] {
  const links: string[] = [];
  visit(parseMarkdown(text), 'link', ({ url }) => {
    links.push(url);
  });
  return links;
}

const linksOfSpan = (span: MessageSpan): string[] => {
  if (span.kind === 'link') return [span.address];
  return 'parts' in span ? span.parts.flatMap(linksOfSpan) : [];
};

function linksOfBlock(block: MessageBlock): string[] {
  if (block.kind === 'paragraph') return block.parts.flatMap(linksOfSpan);
  if (block.kind === 'quote') return block.blocks.flatMap(linksOfBlock);
  return block.kind === 'list' ? block.items.flatMap((item) => item.flatMap(linksOfBlock)) : [];
}

const linksOfMessage = (text: string): string[] => messageBlocksOf(text).flatMap(linksOfBlock);

const ADDRESS = 'https://a.example/b';

describe('bare addresses, in documents and messages', () => {
  it.each([
    ['curved quotes', `“${ADDRESS}” she said`],
    ['single quotes', `‘${ADDRESS}’ she said`],
    ['low quotes', `„${ADDRESS}“ sagte sie`],
    ['guillemets', `« ${ADDRESS}» dit-elle`],
    ['straight quotes', `"${ADDRESS}" she said`],
    ['an ellipsis', `${ADDRESS}… and on`],
    ['an ellipsis in words', `${ADDRESS}…and on`],
    ['an em dash', `${ADDRESS}—she said`],
    ['a full stop', `See ${ADDRESS}.`],
    ['a comma', `${ADDRESS}, she said`],
    ['a colon', `${ADDRESS}: she said`],
    ['an exclamation', `${ADDRESS}!`],
    ['a question', `${ADDRESS}?`],
    ['brackets', `(${ADDRESS})`],
    ['brackets and a full stop', `(See ${ADDRESS}).`],
    ['a Chinese or Japanese full stop', `${ADDRESS}。次の文`],
    ['a Japanese comma', `${ADDRESS}、次`],
    ['a half-width full stop', `${ADDRESS}｡次`],
    ['a full-width comma', `${ADDRESS}，然后`],
    ['full-width brackets', `（${ADDRESS}）和`],
    ['full-width brackets after it', `${ADDRESS}（説明）`],
    ['corner brackets', `「${ADDRESS}」と`],
    ['lenticular brackets', `【${ADDRESS}】と`],
    ['a full-width exclamation', `${ADDRESS}！好`],
    ['a full-width question', `${ADDRESS}？好`],
    ['a full-width colon', `${ADDRESS}：好`],
    ['a full-width bar', `${ADDRESS}｜題`],
    ['a full-width space', `${ADDRESS}\u3000次`],
    ['an Arabic question', `هل رأيت ${ADDRESS}؟`],
    ['an Arabic comma', `${ADDRESS}، ثم`],
    ['an Urdu full stop', `${ADDRESS}۔`],
    ['a danda', `${ADDRESS}। फिर`],
    ['a Khmer full stop', `${ADDRESS}។`],
    ['an Ethiopic full stop', `${ADDRESS}።`],
    ['a zero-width space', `${ADDRESS}\u200Bnext`],
    ['an override of the direction', `${ADDRESS}\u202Egnp.a`],
    ['a full stop and a corner bracket', `「${ADDRESS}.」`],
  ])('end before %s', (_, text) => {
    expect(linksOfDocument(text)).toEqual([ADDRESS]);
    expect(linksOfMessage(text)).toEqual([ADDRESS]);
  });

  it.each([
    'https://ja.example/wiki/東京',
    'https://en.example/wiki/A_(b)',
    'https://en.example/wiki/A_(b)_c',
    'https://hi.example/wiki/हिन्दी',
    'https://th.example/wiki/กรุงเทพ',
    'https://ar.example/wiki/سلام',
    'https://ko.example/wiki/서울',
    'https://ca.example/wiki/Col·legi',
    'https://ja.example/wiki/ハリー・ポッター',
    'https://de.example/wiki/Straße–Brücke',
    'https://a.example/b,c;d:e!f?g=h.i&j=%20#k',
    'https://a.example/~b/c@d+e$f',
    'https://münchen.example/',
    'http://localhost:3000/x',
  ])('stay whole: %s', (address) => {
    for (const text of [address, `See ${address}, please`, `「${address}」`]) {
      expect(linksOfDocument(text)).toEqual([address]);
      expect(linksOfMessage(text)).toEqual([address]);
    }
  });

  it.each([
    ['after a Japanese quote', '「www.a.example/b」と', ['http://www.a.example/b']],
    ['after an open bracket', `[「${ADDRESS}.」と`, [ADDRESS]],
    ['for mail', 'a@b.example。', ['mailto:a@b.example']],
  ])('end in a document %s', (_, text, links) => {
    expect(linksOfDocument(text)).toEqual(links);
  });

  it('leave the marks after them to the parser', () => {
    expect(linksOfDocument(`${ADDRESS}、[c](d)とhttps://e.example。`)).toEqual([
      ADDRESS,
      'd',
      'https://e.example',
    ]);
  });

  it('keep what an author put in brackets', () => {
    expect(linksOfDocument('[https://a.example/「b」](https://a.example/「b」)')).toEqual([
      'https://a.example/「b」',
    ]);
  });
});
