import { clock } from '../api/http.js';

/** What a member began in this browser and has not sent, by the prefix of its keys in storage. */
const PREFIXES = {
  messages: 'oni-unsent',
  draft: 'oni-log-draft',
  attachments: 'oni-attachments',
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

const KEY = new RegExp(`^(${Object.values(PREFIXES).join('|')}):([^:]*)`, 'u');

/** What was sent, and is not on the server, waits so long for its member's next sign-in on this browser. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1_000;

/** Whether a stored operation is younger than that. */
const isKept = (text: string | null): boolean =>
  clock.now() - Date.parse(/"at":"([^"]*)"/u.exec(text ?? '')?.[1] ?? '') < KEPT_MS;

/** Removes what members other than `userId` left, which nobody but them may see, and operations that are too old. */
export function deleteUnsentOfOthers(userId: string): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of Object.keys(storage)) {
        const [, kind, owner] = KEY.exec(key) ?? [];
        const isOver = kind === PREFIXES.messages ? !isKept(storage.getItem(key)) : owner !== userId;
        if (kind !== undefined && isOver) storage.removeItem(key);
      }
    }
  } catch {
    // Storage is blocked: nothing was left.
  }
}

/** Returns the keys of what a member asked for and the server does not have; read marks are no loss. */
const keysOf = (userId: string): string[] => {
  const prefix = unsentKey('messages', userId, '');
  return Object.keys(localStorage).filter(
    (key) => key.startsWith(prefix) && !key.startsWith(`${prefix}read:`),
  );
};

/** Returns how much a member asked for, in any tab of this browser, that the server does not have. */
export function countUnsent(userId: string): number {
  try {
    return keysOf(userId).length;
  } catch {
    return 0;
  }
}

/** Removes what a member asked for and the server does not have. */
export function deleteUnsent(userId: string): void {
  for (const key of keysOf(userId)) localStorage.removeItem(key);
}
