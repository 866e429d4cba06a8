import type { RootContent } from 'hast';
import type { LanguageFn } from 'highlight.js';
import javascript from 'highlight.js/lib/languages/javascript';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import { createLowlight } from 'lowlight';

/** The colour of a part of code: words of the language, literal values, or comments. */
export type CodeColour = 'keyword' | 'value' | 'comment';

/** A stretch of code in one colour; that of the text without one. */
export interface CodePart {
  text: string;
  colour?: CodeColour;
}

export interface HighlightRequest {
  text: string;
  language: string | undefined;
}

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

const lowlight = createLowlight({ python, javascript, typescript, rust, sql, [ANY_LANGUAGE]: anyLanguage });

/** The colour of each scope of highlight.js that has one. Other scopes have the colour around them. */
const COLOURS: Readonly<Record<string, CodeColour | undefined>> = {
  'hljs-keyword': 'keyword',
  'hljs-meta': 'keyword',
  'hljs-string': 'value',
  'hljs-number': 'value',
  'hljs-literal': 'value',
  'hljs-type': 'value',
  'hljs-built_in': 'value',
  'hljs-comment': 'comment',
  // An expression within a string.
  'hljs-subst': undefined,
};

function colourWithin(properties: Readonly<Record<string, unknown>>, around: CodeColour | undefined) {
  const names = properties['className'];
  const scope: unknown = Array.isArray(names) ? names[0] : undefined;
  return typeof scope === 'string' && Object.hasOwn(COLOURS, scope) ? COLOURS[scope] : around;
}

function collectParts(
  parts: CodePart[],
  nodes: readonly RootContent[],
  colour: CodeColour | undefined,
): CodePart[] {
  for (const node of nodes) {
    if (node.type === 'element') {
      collectParts(parts, node.children, colourWithin(node.properties, colour));
    } else if (node.type === 'text') {
      const last = parts.at(-1);
      if (last && last.colour === colour) last.text += node.value;
      else parts.push({ text: node.value, ...(colour && { colour }) });
    }
  }
  return parts;
}

/** Splits code by colour, as few parts as possible. An unknown language is coloured by what most languages share. */
export function highlight({ text, language }: HighlightRequest): CodePart[] {
  const name = language?.toLowerCase() ?? ANY_LANGUAGE;
  const known = lowlight.registered(name) ? name : ANY_LANGUAGE;
  return collectParts([], lowlight.highlight(known, text).children, undefined);
}
