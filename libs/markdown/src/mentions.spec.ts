import { describe, expect, it } from '@jest/globals';
import { findMentions, messageMentionsOf, UNFINISHED_MENTION } from '@oniverse/contracts';
import { mentionsOf } from './hashtags.js';

describe('a mention', () => {
  it.each([
    ['nothing', 'hello', []],
    ['the start', '@vesper look', ['vesper']],
    ['another case', '@Vesper and @VESPER', ['vesper']],
    [
      'punctuation after it',
      'look @vesper, @oni_2! (@ada) “@ben”—@cal… @dan’s',
      ['vesper', 'oni_2', 'ada', 'ben', 'cal', 'dan'],
    ],
    ['punctuation before it', 'Thanks.@ada —@ben ¿@cal?', ['ada', 'ben', 'cal']],
    ['emphasis', '**@ada** *@ben* _@cal_ ~~@dan~~', ['ada', 'ben', 'cal', 'dan']],
    ['emphasis of the longest name', `_@${'n'.repeat(20)}_`, ['n'.repeat(20)]],
    ['a last underscore', '@ben_', ['ben_']],
    ['emphasis around too short a name', '_@ab_', []],
    ['underscores of its own', '@_ada and @c_d', ['_ada', 'c_d']],
    ['Japanese', 'ねえ@adaさん、@benは', ['ada', 'ben']],
    ['Korean', '@ada님', ['ada']],
    ['Thai', 'ที่@ada', ['ada']],
    ['Hebrew', 'ו@ada', ['ada']],
    ['full-width punctuation', '（@ada）。@ben！', ['ada', 'ben']],
    ['an emoji', '🌙@ada🌙', ['ada']],
    ['a letter with an accent', 'é@ada @adaé', []],
    ['a decomposed letter', 'e\u0301@ada @ada\u0301', []],
    ['a letter of another alphabet', 'я@ada @adaя α@ada @adaα', []],
    ['a digit of another script', '٣@ada @ada٣', []],
    ['an address for mail', 'x@vesper x_@vesper', []],
    ['a handle of another site', '@ada@social.example', []],
    ['a path', 'a/@oni', []],
    ['an address', 'https://example.org/@oni https://a.example/(@oni) www.a.example/@oni', []],
    ['a name that is too short or too long', `@ab @${'n'.repeat(21)}`, []],
    ['two signs', '@@vesper ＠@vesper', []],
    ['code', '`@ada`\n\n```\n@ben\n```', []],
    ['a label', '[@ada](https://example.org/)', []],
  ])('GAP-130 NXT-420 is the same in messages, posts and links, with %s', (_, text, names) => {
    expect(messageMentionsOf(text)).toEqual(names);
    expect(mentionsOf(text)).toEqual(names);
  });

  it.each([
    '@Ada',
    'Thanks.@Ada',
    '_@Ada',
    'ねえ@Ada',
    '(@Ada',
    'x@Ada',
    'é@Ada',
    'e\u0301@Ada',
    'я@Ada',
    'a/@Ada',
    '@@Ada',
  ])('NXT-420 begins in a completion of %j where it does in a text', (text) => {
    expect(UNFINISHED_MENTION.test(text)).toBe(findMentions(text).length > 0);
    expect(UNFINISHED_MENTION.exec(text)?.[1]).toBe(findMentions(text)[0]?.text.slice(1));
  });

  it('NXT-420 may have its sign as an entity in markdown', () => {
    expect(mentionsOf('&#64;ada &commat;ben')).toEqual(['ada', 'ben']);
  });

  it('is found in hostile texts in reasonable time', () => {
    const before = process.cpuUsage();
    for (const part of ['@', '\u0301', '_', '@a\u0301', '@abc_', '_@', '@abc@']) {
      findMentions(`@${part.repeat(20_000)}`);
      messageMentionsOf(`@${part.repeat(2_000)}`);
    }
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
