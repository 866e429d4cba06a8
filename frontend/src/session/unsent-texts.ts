/** What a member began in this browser and has not sent, by the prefix of its keys in storage. */
const PREFIXES = {
  messages: 'oni-unsent',
  messageDraft: 'oni-draft',
  edit: 'oni-edit',
  postDraft: 'oni-post-draft',
  profileDraft: 'oni-profile-draft',
  pictureDraft: 'oni-image-draft',
  pictureName: 'oni-image-sending',
} as const;

/** Returns the key in storage. It contains the member, because several members may share a browser. */
export const unsentKey = (kind: keyof typeof PREFIXES, userId: string, ...parts: string[]): string =>
  [PREFIXES[kind], userId, ...parts].join(':');

const KEY = new RegExp(`^(?:${Object.values(PREFIXES).join('|')}):([^:]*)`, 'u');

/** Removes what members other than `userId` left unsent, which nobody but them may read. */
export function deleteUnsentOfOthers(userId: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        const owner = KEY.exec(key)?.[1];
        if (owner !== undefined && owner !== userId) storage.removeItem(key);
      }
    }
  } catch {
    // Storage is blocked: nothing was left.
  }
}
