/**
 * Truncates a text before it is parsed, so that a long text costs no parsing time.
 * @param max in Unicode characters
 * @returns undefined if the text is not longer than that
 */
export function truncate(text: string, max: number): string | undefined {
  // A character has at most two UTF-16 units, so this part is long enough to decide.
  const characters = Array.from(text.slice(0, 2 * (max + 1)));
  return characters.length > max ? `${characters.slice(0, max).join('')}...` : undefined;
}
