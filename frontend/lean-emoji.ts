import compact from 'emojibase-data/en/compact.json' with { type: 'json' };
import type { Plugin } from 'vite';

type CompactEmoji = (typeof compact)[number];
type Entry = Pick<CompactEmoji, 'unicode' | 'label' | 'group' | 'tags'>;
type Codes = Readonly<Record<string, string | readonly string[]>>;

/** Returns the data without skin tones and other fields, and without keywords that only repeat a word of the label. */
export const leanEmojis = (entries: readonly CompactEmoji[]): Entry[] =>
  // Letters of flags are in no group.
  entries.flatMap(({ unicode, label, group, tags = [] }) => {
    const words = label.toLowerCase().split(/[^\p{L}\p{N}+]+/u);
    const kept = tags.filter((tag) => !words.includes(tag));
    return group === undefined ? [] : [{ unicode, label, group, ...(kept.length > 0 && { tags: kept }) }];
  });

/** Returns the codes without those that only repeat the label. */
export function leanCodes(codes: Codes, entries: readonly Pick<CompactEmoji, 'hexcode' | 'label'>[]): Codes {
  const labels = new Map(entries.map(({ hexcode, label }) => [hexcode, label.toLowerCase()]));
  return Object.fromEntries(
    Object.entries(codes).flatMap(([hexcode, given]) => {
      const kept = [given].flat().filter((code) => code.replaceAll('_', ' ') !== labels.get(hexcode));
      return kept.length === 0 ? [] : [[hexcode, kept]];
    }),
  );
}

/** A Vite plugin that keeps of the emoji data what the client uses, a fraction of its size. */
export function leanEmoji(): Plugin {
  return {
    name: 'oniverse-lean-emoji',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/emojibase-data\/en\/(?:compact|shortcodes\/github)\.json$/ },
      handler(code, id) {
        const data = JSON.parse(code);
        const lean = id.endsWith('/compact.json') ? leanEmojis(data) : leanCodes(data, compact);
        return { code: JSON.stringify(lean), map: null };
      },
    },
  };
}
