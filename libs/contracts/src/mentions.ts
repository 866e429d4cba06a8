/** What in a message stands for itself: an address, code, a member's name after an @. */
export const MESSAGE_LINK = /https?:\/\/[^\s<>"`]+/;
export const MESSAGE_CODE = /`[^`\n]+`/;
export const MESSAGE_MENTION = /(?<![\w@/.])@[a-z0-9_]{3,20}(?!\w)/;

const MARKS = new RegExp(
  [MESSAGE_CODE, MESSAGE_LINK, MESSAGE_MENTION].map(({ source }) => source).join('|'),
  'gu',
);

/** The names that a message mentions, each once, in the order of first use. Code and addresses mention nobody. */
export function mentionsOf(content: string): string[] {
  if (!content.includes('@')) return [];
  const names = [...content.matchAll(MARKS)].flatMap(([mark]) =>
    mark.startsWith('@') ? [mark.slice(1)] : [],
  );
  return [...new Set(names)];
}
