import type { Element, Root } from 'hast';
import type { LanguageFn } from 'highlight.js';
import javascript from 'highlight.js/lib/languages/javascript';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import { createLowlight } from 'lowlight';
import { SKIP, visit } from 'unist-util-visit';

/** Longer code is not highlighted, because that would block the page. */
const MAX_CHARACTERS = 20_000;
const ANY_LANGUAGE = 'any';

const anyLanguage: LanguageFn = (hljs) => ({
  name: ANY_LANGUAGE,
  keywords:
    'and break case catch class const continue def do done echo else end export false fi fn for from func function if import in let new nil not null or return self struct switch then this throw true try type var void while',
  contains: [
    hljs.QUOTE_STRING_MODE,
    hljs.APOS_STRING_MODE,
    hljs.HASH_COMMENT_MODE,
    hljs.C_LINE_COMMENT_MODE,
    hljs.C_BLOCK_COMMENT_MODE,
    hljs.C_NUMBER_MODE,
  ],
});

const colours = createLowlight({ python, javascript, typescript, rust, sql, [ANY_LANGUAGE]: anyLanguage });

const textOf = (element: Element): string =>
  element.children.map((child) => (child.type === 'text' ? child.value : '')).join('');

function languageOf(code: Element): string | undefined {
  const names = code.properties['className'];
  if (!Array.isArray(names)) return undefined;
  const name = names.find((each) => typeof each === 'string' && each.startsWith('language-'));
  return typeof name === 'string' ? name.slice('language-'.length).toLowerCase() : undefined;
}

/** A rehype plugin. `dataLang` keeps the language for the block's label. */
export function highlightCode() {
  return (tree: Root): void => {
    visit(tree, 'element', (pre) => {
      const code = pre.children[0];
      if (pre.tagName !== 'pre' || code?.type !== 'element' || code.tagName !== 'code') return undefined;
      const language = languageOf(code);
      if (language !== undefined) pre.properties['dataLang'] = language;
      const text = textOf(code);
      if (text.length > MAX_CHARACTERS) return SKIP;
      const known = language !== undefined && colours.registered(language) ? language : ANY_LANGUAGE;
      code.children = colours
        .highlight(known, text)
        .children.filter((child) => child.type === 'element' || child.type === 'text');
      return SKIP;
    });
  };
}
