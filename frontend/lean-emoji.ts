import type compact from 'emojibase-data/en/compact.json';
import type { Plugin } from 'vite';

type CompactEmoji = (typeof compact)[number];
type Entry = Pick<CompactEmoji, 'unicode' | 'label' | 'group' | 'tags'>;

/** Returns the data without skin tones and other fields, and without keywords that only repeat a word of the label. */
export const leanEmojis = (entries: readonly CompactEmoji[]): Entry[] =>
  // Letters of flags are in no group.
  entries.flatMap(({ unicode, label, group, tags = [] }) => {
    const words = label.toLowerCase().split(/[^\p{L}\p{N}+]+/u);
    const kept = tags.filter((tag) => !words.includes(tag));
    return group === undefined ? [] : [{ unicode, label, group, ...(kept.length > 0 && { tags: kept }) }];
  });

/** A Vite plugin that keeps of the emoji data what the client uses, a fraction of its size. */
export function leanEmoji(): Plugin {
  return {
    name: 'oniverse-lean-emoji',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/emojibase-data\/en\/compact\.json$/ },
      handler(code) {
        const entries: CompactEmoji[] = JSON.parse(code);
        return { code: JSON.stringify(leanEmojis(entries)), map: null };
      },
    },
  };
}
