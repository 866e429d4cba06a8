const KEPT = 16;

const storageKeyOf = (userId: string) => `oni-recent-emoji:${userId}`;

/** Returns the emojis that a member used last in this browser, newest first. */
export function readRecentEmojis(userId: string): string[] {
  try {
    return (localStorage.getItem(storageKeyOf(userId)) ?? '').split(' ').filter((emoji) => emoji !== '');
  } catch {
    return [];
  }
}

/** Puts an emoji first among those that the member used last. */
export function recordEmoji(userId: string, emoji: string): void {
  const others = readRecentEmojis(userId).filter((other) => other !== emoji);
  try {
    localStorage.setItem(storageKeyOf(userId), [emoji, ...others].slice(0, KEPT).join(' '));
  } catch {
    // Storage is blocked or full: nothing is remembered.
  }
}
