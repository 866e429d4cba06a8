const keyOf = (channelId: string) => `oni-draft:${channelId}`;

/** The text that was begun in a channel, kept over reloads. */
export function readDraft(channelId: string): string {
  try {
    return localStorage.getItem(keyOf(channelId)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text that was begun; an empty one is forgotten. */
export function keepDraft(channelId: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(channelId));
    else localStorage.setItem(keyOf(channelId), text);
  } catch {
    // Storage is closed to us or full: the text lives as long as the page.
  }
}
