/** Where a text is kept: several members may use one browser, one after the other. */
const keyOf = (userId: string, channelId: string) => `oni-draft:${userId}:${channelId}`;

/** The text that was begun in a channel, kept over reloads. */
export function readDraft(userId: string, channelId: string): string {
  try {
    return localStorage.getItem(keyOf(userId, channelId)) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text that was begun; an empty one is forgotten. */
export function keepDraft(userId: string, channelId: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(keyOf(userId, channelId));
    else localStorage.setItem(keyOf(userId, channelId), text);
  } catch {
    // Storage is closed to us or full: the text lives as long as the page.
  }
}
