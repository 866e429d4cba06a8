import { type FoundMember, type GroupView, search } from '@oniverse/contracts';
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

export type MentionableGroup = Pick<GroupView, 'name' | 'color' | 'memberCount'>;

export interface CompletedCommand {
  /** With its slash. */
  name: string;
  hint: string;
}

export type Suggestion =
  /** `isNamed`: the typed text is its whole name or code. */
  | { kind: 'emoji'; emoji: Emoji; isNamed: boolean }
  | { kind: 'member'; member: Mentionable }
  | { kind: 'group'; group: MentionableGroup }
  | { kind: 'tag'; name: string }
  | { kind: 'command'; command: CompletedCommand };

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
    case 'group':
      return `@${suggestion.group.name}`;
    case 'tag':
      return `#${suggestion.name}`;
    case 'command':
      return suggestion.command.name;
    default:
      return suggestion satisfies never;
  }
}

/**
 * Returns the members and groups that match a prefix: Oni IDs and names of groups first, then display names, then Oni IDs and
 * names of groups that contain it.
 */
function matchMentions(
  people: readonly Mentionable[],
  groups: readonly MentionableGroup[],
  prefix: string,
): Suggestion[] {
  const named = new Set(groups.map(({ name }) => name));
  const candidates = [
    ...groups.map((group) => ({
      name: group.name,
      displayName: null,
      suggestion: { kind: 'group', group } as const,
    })),
    // The name of a group names the group, also if a member has it.
    ...people
      .filter(({ username }) => !named.has(username))
      .map((member) => ({
        name: member.username,
        displayName: member.displayName,
        suggestion: { kind: 'member', member } as const,
      })),
  ];
  // A complete name closes the list, so that Enter sends the message.
  if (candidates.some(({ name }) => name === prefix)) return [];
  const rank = ({ name, displayName }: (typeof candidates)[number]) => {
    if (name.startsWith(prefix)) return 0;
    if (displayName?.toLowerCase().startsWith(prefix)) return 1;
    return name.includes(prefix) ? 2 : 3;
  };
  return candidates
    .map((candidate) => ({ ...candidate, rank: rank(candidate) }))
    .filter((candidate) => candidate.rank < 3)
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .map(({ suggestion }) => suggestion);
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
 * @param groups the groups to suggest
 * @param commands the commands to suggest
 */
export function useSuggestions(
  token: Token | undefined,
  people: readonly Mentionable[] | undefined,
  groups: readonly MentionableGroup[],
  commands: readonly CompletedCommand[],
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
          return matchMentions(members, groups, typed);
        }
        case 'tag':
          return (found?.tags?.items ?? [])
            .filter(({ name }) => name !== typed && name.includes(typed))
            .map(({ name }) => ({ kind, name }));
        case 'command': {
          const matching = commands.filter(({ name }) => name.startsWith(`/${typed}`));
          // A complete name closes the list, so that Enter runs it.
          return matching.some(({ name }) => name === `/${typed}`)
            ? NOTHING
            : matching.map((command) => ({ kind, command }));
        }
        case undefined:
          return NOTHING;
        default:
          return kind satisfies never;
      }
    };
    return suggest().slice(0, kind === 'command' ? commands.length : MAX_SUGGESTIONS);
  }, [kind, typed, people, groups, commands, found, emojis]);
}
