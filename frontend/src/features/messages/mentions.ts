export interface Mentionable {
  userId: string;
  username: string;
  displayName: string | null;
}

/** An unfinished mention before the caret: the index of its @ and the lower-case letters after it. */
export interface MentionQuery {
  at: number;
  prefix: string;
}

const MENTION_PREFIX = /(?<![\w@/.])@([a-z0-9_]{0,20})$/iu;
const MAX_SUGGESTIONS = 6;

export function findMentionQuery(text: string, caret: number): MentionQuery | undefined {
  const match = MENTION_PREFIX.exec(text.slice(0, caret));
  return match ? { at: match.index, prefix: (match[1] ?? '').toLowerCase() } : undefined;
}

/** Returns the members that match a prefix: usernames first, then display names, then usernames that contain it. */
export function suggestMentions<T extends Mentionable>(people: readonly T[], prefix: string): T[] {
  // A complete username closes the list, so that Enter sends the message.
  if (people.some(({ username }) => username === prefix)) return [];
  const rank = ({ username, displayName }: T) => {
    if (username.startsWith(prefix)) return 0;
    if (displayName?.toLowerCase().startsWith(prefix)) return 1;
    return username.includes(prefix) ? 2 : 3;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((candidate) => candidate.rank < 3)
    .toSorted((a, b) => a.rank - b.rank || (a.person.username < b.person.username ? -1 : 1))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ person }) => person);
}

export function insertMention(text: string, caret: number, query: MentionQuery, username: string) {
  const before = `${text.slice(0, query.at)}@${username} `;
  return { text: before + text.slice(caret).replace(/^ /u, ''), caret: before.length };
}
