import type { Plugin } from 'vite';

/** An entry of the emoji data, as far as the client uses it. */
export interface EmojiEntry {
  unicode: string;
  label: string;
  /** Absent for letters of flags, which are no emojis of their own. */
  group?: number;
  tags?: readonly string[];
}

/** Returns the data without skin tones and other fields, and without keywords that only repeat a word of the label. */
export const leanEmojis = (entries: readonly EmojiEntry[]): EmojiEntry[] =>
  entries.flatMap(({ unicode, label, group, tags = [] }) => {
    if (group === undefined) return [];
    const words = label.toLowerCase().split(/[^\p{L}\p{N}+]+/u);
    const kept = tags.filter((tag) => !words.includes(tag));
    return [{ unicode, label, group, ...(kept.length > 0 && { tags: kept }) }];
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
        const entries: EmojiEntry[] = JSON.parse(code);
        return { code: JSON.stringify(leanEmojis(entries)), map: null };
      },
    },
  };
}
