/** Returns a text of at most `max` characters for a drawing. */
export function shortened(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : text;
}
