import { type FoundMember, search } from '@oniverse/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryOf } from '../../../api/calls.js';
import { useDebounced } from '../../../ui/use-debounced.js';
import { type Emoji, emojisQuery } from '../../talk/emoji/index.js';
import type { Token } from './tokens.js';

export interface Mentionable {
  userId: string;
  username: string;
  displayName: string | null;
  profileImageUrl: string | null;
}

export type Suggestion =
  /** `isNamed`: the typed text is its whole name or code. */
  | { kind: 'emoji'; emoji: Emoji; isNamed: boolean }
  | { kind: 'member'; member: Mentionable }
  | { kind: 'tag'; name: string };

const MAX_SUGGESTIONS = 5;
const DEBOUNCE_MS = 120;
/** How long results are reused, for someone who deletes a letter again. */
const FRESH_MS = 30_000;
const NOTHING: readonly Suggestion[] = [];

/** Returns the text that a suggestion inserts. */
export function textOf(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'emoji':
      return suggestion.emoji.unicode;
    case 'member':
      return `@${suggestion.member.username}`;
    case 'tag':
      return `#${suggestion.name}`;
    default:
      return suggestion satisfies never;
  }
}

/** Returns the members that match a prefix: usernames first, then display names, then usernames that contain it. */
function matchMembers(people: readonly Mentionable[], prefix: string): Mentionable[] {
  // A complete username closes the list, so that Enter sends the message.
  if (people.some(({ username }) => username === prefix)) return [];
  const rank = ({ username, displayName }: Mentionable) => {
    if (username.startsWith(prefix)) return 0;
    if (displayName?.toLowerCase().startsWith(prefix)) return 1;
    return username.includes(prefix) ? 2 : 3;
  };
  return people
    .map((person) => ({ person, rank: rank(person) }))
    .filter((candidate) => candidate.rank < 3)
    .toSorted((a, b) => a.rank - b.rank || (a.person.username < b.person.username ? -1 : 1))
    .map(({ person }) => person);
}

/** Searches members or tags. The former results stay until the next ones arrive. */
function useSearch(kind: 'members' | 'tags', typed: string) {
  const q = useDebounced(typed, DEBOUNCE_MS);
  const { data } = useQuery({
    ...queryOf(search, { query: { q, kinds: [kind], limit: MAX_SUGGESTIONS + 1 } }, FRESH_MS),
    gcTime: FRESH_MS,
    enabled: q !== '' && q === typed,
    placeholderData: keepPreviousData,
  });
  return data;
}

const toMentionable = ({ id, ...names }: FoundMember): Mentionable => ({ ...names, userId: id });

/**
 * Returns up to five suggestions for a token.
 * @param people the only members to suggest; if absent, all members are searched
 */
export function useSuggestions(
  token: Token | undefined,
  people: readonly Mentionable[] | undefined,
): readonly Suggestion[] {
  const { kind, typed = '' } = token ?? {};
  const isSearched = kind === 'tag' || (kind === 'member' && !people);
  const found = useSearch(kind === 'tag' ? 'tags' : 'members', isSearched ? typed : '');
  const { data: emojis } = useQuery({ ...emojisQuery, enabled: kind === 'emoji' });
  return useMemo(() => {
    const suggest = (): readonly Suggestion[] => {
      switch (kind) {
        case 'emoji':
          return (emojis?.searchEmojis(typed, MAX_SUGGESTIONS) ?? []).map((emoji) => ({
            kind,
            emoji,
            isNamed: emoji === emojis?.findEmojiNamed(typed),
          }));
        case 'member': {
          const members = people ?? found?.members?.items.map(toMentionable) ?? [];
          if (!people && typed === '') return NOTHING;
          return matchMembers(members, typed).map((member) => ({ kind, member }));
        }
        case 'tag':
          return (found?.tags?.items ?? [])
            .filter(({ name }) => name !== typed && name.includes(typed))
            .map(({ name }) => ({ kind, name }));
        case undefined:
          return NOTHING;
        default:
          return kind satisfies never;
      }
    };
    return suggest().slice(0, MAX_SUGGESTIONS);
  }, [kind, typed, people, found, emojis]);
}
