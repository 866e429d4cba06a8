/** Declared by hand: inferring the type of the file would take the compiler seconds. */
declare module 'emojibase-data/en/compact.json' {
  interface CompactEmoji {
    unicode: string;
    label: string;
    /** Absent for letters of flags. */
    group?: number;
    tags?: readonly string[];
  }
  const emojis: readonly CompactEmoji[];
  export default emojis;
}
