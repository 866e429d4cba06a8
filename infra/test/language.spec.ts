import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const WORKSPACES = ['libs', 'backend', 'worker', 'frontend/src', 'infra'];
// Migrations have run under their names, and this file lists what it forbids.
const EXEMPT = /(?:^|\/)(?:node_modules|dist|migrations)\/|language\.spec\.ts$/u;

/** Parts of identifiers for which docs/glossary.md has a standard word. */
const BANNED_NAMES =
  'sky|hearsay|forsaken|upkeep|mend|mends|mended|parcel|parcels|patience|impatience|forerunner|tell|tells|told|whoever|mourn|bury|buried|heard|hear texts|member line|line parts|kept pictures|kept things';

/** Phrases of comments and test titles that leave the subject or the actor unnamed. */
const BANNED_PHRASES =
  'just now|in vain|anew|for good|any more|whoever|whom|gives back|given back|let go|takes long|is to be|are to be|what became of|where there is none';

interface Line {
  readonly place: string;
  readonly text: string;
}

const files = WORKSPACES.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
).filter((path) => /\.(?:ts|tsx|cts|mjs|css)$/u.test(path) && !EXEMPT.test(path));

const lines: readonly Line[] = files.flatMap((path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .map((text, index) => ({ place: `${path}:${index + 1}`, text })),
);

const isComment = ({ text }: Line): boolean => /^\s*(?:\/\/|\/\*|\*)|\s\/\/ /u.test(text);
const isTitle = ({ text }: Line): boolean => /\b(?:describe|it|test)\b.*\(\s*['"`]/u.test(text);
const linesWith = (found: readonly Line[], pattern: RegExp): string[] =>
  found.filter(({ text }) => pattern.test(text)).map(({ place, text }) => `${place} ${text.trim()}`);

/** Splits identifiers into words: `tellPeers` becomes `tell Peers`. */
const splitIdentifiers = (text: string): string =>
  text.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/gu, ' ').replaceAll('_', ' ');

describe('language', () => {
  it('names concepts by the words of the glossary', () => {
    const code = lines
      .filter((line) => !isComment(line) && !line.place.includes('.css:'))
      .map(({ place, text }) => ({
        place,
        // Strings are copy or persisted names.
        text: splitIdentifiers(text.replaceAll(/'[^']*'|"[^"]*"|`[^`]*`|>[^<{]*</gu, "''")),
      }));
    expect(linesWith(code, new RegExp(`\\b(?:${BANNED_NAMES})\\b`, 'iu'))).toEqual([]);
  });

  it('has plain comments and test titles', () => {
    const prose = lines.filter((line) => isComment(line) || isTitle(line));
    expect(linesWith(prose, new RegExp(`\\b(?:${BANNED_PHRASES})\\b`, 'iu'))).toEqual([]);
  });
});
