import {
  findMessageOperators,
  GAME_KINDS,
  listMembers,
  listSearchPlaces,
  MESSAGE_PARTS,
  MESSAGE_STATES,
  search,
  searchForm,
  type SearchPlace,
  writeMessageOperator,
} from '@oniverse/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { useSession } from '../../../session/session.js';
import { formatUtcDate } from '../../../ui/dates.js';
import { useNow } from '../../../ui/now.js';
import { useDebounced } from '../../../ui/use-debounced.js';
import { DAY_NAMES, daysFor, type DayOperator } from './query-days.js';
import type { OperatorToken } from './query-parts.js';
import { neighboursQuery } from './search.queries.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';

const SHOWN = 5;
const DEBOUNCE_MS = 120;
/** How long results are reused, for someone who deletes a letter again. */
const FRESH_MS = 30_000;

/** A completion of an operator. */
export interface QueryOption {
  /** The finished operator, or several. */
  text: string;
  title: string;
  note?: string | undefined;
}

interface NamedMember {
  username: string;
  displayName: string | null;
}

/** Members of a dimension. Not cached, because live events update only queries whose key names the call. */
const membersOfServerQuery = (id: string, q: string) =>
  queryOptions({
    queryKey: [...addressOf(listMembers, { id }), 'from', q],
    queryFn: async ({ signal }) =>
      send(listMembers, { id, query: { ...(q !== '' && { q }), limit: SHOWN } }, signal),
    gcTime: 0,
  });

/** Whether one of the names has the text. The last answer is shown until the next, and may no longer fit. */
const hasText = (typed: string, ...names: (string | null)[]): boolean =>
  names.some((name) => name !== null && searchForm(name).includes(searchForm(typed)));

/** Returns members for `from:` and `game:`: those of the dimension, or linked ones and then all. */
function useMembers(typed: string | undefined, server: string | undefined): readonly NamedMember[] {
  const { user } = useSession();
  const bare = typed?.replace(/^@/u, '');
  const q = useDebounced(bare ?? '', DEBOUNCE_MS);
  const isAsked = bare !== undefined;
  const isEverywhere = isAsked && server === undefined;
  const inServer = useQuery({
    ...membersOfServerQuery(server ?? '', q),
    enabled: isAsked && server !== undefined && q === bare,
    placeholderData: keepPreviousData,
  }).data;
  const linked = useQuery({
    ...neighboursQuery(user?.id ?? ''),
    enabled: isEverywhere && user !== null,
  }).data;
  const found = useQuery({
    ...queryOf(search, { query: { q, kinds: ['members'], limit: SHOWN } }, FRESH_MS),
    enabled: isEverywhere && q !== '' && q === bare,
    placeholderData: keepPreviousData,
  }).data;
  if (bare === undefined) return [];
  const everywhere = () => [
    ...(linked?.users.filter(({ id }) => id !== user?.id) ?? []),
    ...(bare === '' ? [] : (found?.members?.items ?? [])),
  ];
  const members: readonly NamedMember[] = server === undefined ? everywhere() : (inServer ?? []);
  const fitting = members.filter(({ username, displayName }) => hasText(bare, username, displayName));
  return [...new Map(fitting.map((member) => [member.username, member])).values()];
}

/** Returns names for `in:`. */
function usePlaces(typed: string | undefined, server: string | undefined): readonly SearchPlace[] {
  const bare = typed?.replace(/^#/u, '');
  const q = useDebounced(bare ?? '', DEBOUNCE_MS);
  const query = { ...(q !== '' && { q }), ...(server !== undefined && { server }) };
  const { data } = useQuery({
    ...queryOf(listSearchPlaces, { query }, FRESH_MS),
    gcTime: FRESH_MS,
    enabled: bare !== undefined && q === bare,
    placeholderData: keepPreviousData,
  });
  return bare === undefined ? [] : (data?.items.filter(({ name }) => hasText(bare, name)) ?? []);
}

function noteOf({ name, serverName, count }: SearchPlace): string {
  if (count > 1) return TEXTS.places(count);
  return serverName ?? (name.startsWith('@') ? TEXTS.pair : TEXTS.group);
}

/** Returns days by name, and the day that was typed. */
function daysOf(name: DayOperator, typed: string, now: number): QueryOption[] {
  const named = DAY_NAMES.filter((day) => TEXTS.days[day].toLowerCase().startsWith(typed)).map((day) => {
    const text = daysFor(name, day, now);
    return { text, title: TEXTS.days[day], note: findMessageOperators(text).map(textOfDay).join(' ') };
  });
  const own = findMessageOperators(`${name}:${typed}`).map(({ value }) => ({
    text: `${name}:${value}`,
    title: formatUtcDate(Date.parse(value)),
  }));
  return [...named, ...own];
}

const textOfDay = ({ name, value }: { name: string; value: string }): string => `${name}:${value}`;

/** Returns up to five completions of an operator. @param server the only dimension that is searched */
export function useQueryOptions(
  token: OperatorToken | undefined,
  server: string | undefined,
): readonly QueryOption[] {
  const now = useNow();
  const typedFor = (name: OperatorToken['name']) => (token?.name === name ? token.typed : undefined);
  const members = useMembers(typedFor('from') ?? typedFor('game'), server);
  const places = usePlaces(typedFor('in'), server);
  if (!token) return [];
  const { name, typed } = token;
  const choices = (values: readonly string[]): QueryOption[] =>
    values
      .filter((value) => value.startsWith(typed))
      .map((value) => ({ text: writeMessageOperator(name, value), title: value }));
  const named = (sign = ''): QueryOption[] =>
    members.map(({ username, displayName }) => ({
      text: writeMessageOperator(name, sign + username),
      title: username,
      note: displayName ?? undefined,
    }));
  const options = (): QueryOption[] => {
    switch (name) {
      case 'from':
        return named();
      case 'game':
        return [...choices(GAME_KINDS), ...named('@')];
      case 'in':
        return places.map((place) => ({
          text: writeMessageOperator(name, place.name),
          title: place.name,
          note: noteOf(place),
        }));
      case 'has':
        return choices(MESSAGE_PARTS);
      case 'is':
        return choices(MESSAGE_STATES);
      case 'before':
      case 'after':
      case 'on':
        return daysOf(name, typed, now);
      default:
        return name satisfies never;
    }
  };
  return options().slice(0, SHOWN);
}
