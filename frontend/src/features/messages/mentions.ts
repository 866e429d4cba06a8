/** Somebody who can be mentioned. */
export interface Mentionable {
  userId: string;
  username: string;
  displayName: string | null;
}

/** The part of a name that stands before the caret, and where its @ stands. */
export interface MentionQuery {
  at: number;
  begun: string;
}

const BEGUN = /(?<![\w@/.])@([a-z0-9_]{0,20})$/iu;
/** So many are offered at once. */
const OFFERED = 6;

/** What the caret stands behind, where that is the beginning of a mention. */
export function mentionBefore(text: string, caret: number): MentionQuery | undefined {
  const match = BEGUN.exec(text.slice(0, caret));
  return match ? { at: match.index, begun: (match[1] ?? '').toLowerCase() } : undefined;
}

/** Who is meant by a beginning: names that begin so first, then names and Oni names that hold it. */
export function offered<T extends Mentionable>(people: readonly T[], begun: string): T[] {
  // A name that is written out needs no list: Enter sends then.
  if (people.some(({ username }) => username === begun)) return [];
  const rank = ({ username, displayName }: T) => {
    if (username.startsWith(begun)) return 0;
    if (displayName?.toLowerCase().startsWith(begun)) return 1;
    return username.includes(begun) ? 2 : 3;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((each) => each.rank < 3)
    .toSorted((a, b) => a.rank - b.rank || (a.person.username < b.person.username ? -1 : 1))
    .slice(0, OFFERED)
    .map(({ person }) => person);
}

/** The text with the mention written out, and where the caret stands then. */
export function withMention(text: string, caret: number, query: MentionQuery, username: string) {
  const before = `${text.slice(0, query.at)}@${username} `;
  return { text: before + text.slice(caret).replace(/^ /u, ''), caret: before.length };
}
