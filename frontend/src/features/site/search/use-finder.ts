import { normaliseTag, type SearchKind, SEARCH_KINDS } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSession } from '../../../session/session.js';
import { keyOf } from '../../../ui/keys.js';
import { useNow } from '../../../ui/now.js';
import { useDebounced } from '../../../ui/use-debounced.js';
import { addTagToDraft } from '../home/index.js';
import { commandsFor } from './commands.js';
import { useRecentResults } from './recent-places.js';
import { groupsOf, type Result, type ResultGroup } from './results.js';
import { searchQuery } from './search.queries.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';

const DEBOUNCE_MS = 120;

const PREFIXES: Readonly<Record<string, readonly SearchKind[]>> = {
  '@': ['members'],
  '#': ['tags'],
  '>': [],
};

/** Splits what was typed into the kinds to search and the query. */
export function readTyped(typed: string): { kinds: readonly SearchKind[]; q: string } {
  const kinds = PREFIXES[typed.charAt(0)];
  return kinds ? { kinds, q: typed.slice(1).trim() } : { kinds: SEARCH_KINDS, q: typed.trim() };
}

/** Holds what was typed, its results and which of them is active. */
export function useFinder(onClose: () => void) {
  const router = useRouter();
  const { user } = useSession();
  const now = useNow();
  const [typed, setTyped] = useState('');
  /** The key of the result that the reader moved to: it stays active when an answer adds others before it. */
  const [activeKey, setActiveKey] = useState<string>();
  const { kinds, q } = readTyped(typed);
  const asked = useDebounced(q, DEBOUNCE_MS);
  const search = useQuery(searchQuery(asked, kinds));
  const isCommand = typed.startsWith('>');
  const isTag = typed.startsWith('#');
  const isSettled = isCommand || q === '' || (asked === q && !search.isFetching);
  const groups: ResultGroup[] =
    q !== '' && !isCommand && search.data ? groupsOf(search.data, { q: asked, now }) : [];
  const recent = useRecentResults();
  const foundCount = groups.reduce((count, { results }) => count + results.length, 0);
  const commands = kinds.length === 1 ? [] : commandsFor(q).slice(0, isCommand || q === '' ? undefined : 3);
  const foundTag = kinds.includes('tags') ? search.data?.tags?.items[0]?.name : undefined;
  const tag = isTag ? normaliseTag(q) : groups.length > 0 ? foundTag : undefined;
  if (user && tag !== undefined) {
    commands.unshift({
      key: 'write',
      icon: 'write',
      title: TEXTS.writeWith(tag),
      run: () => {
        addTagToDraft(user.id, tag);
        void router.navigate({ to: '/homepage', hash: 'write' });
      },
    });
  }
  if (foundCount > 0) {
    commands.push({
      key: 'all',
      icon: 'command',
      title: TEXTS.everything(q),
      href: `/search?${new URLSearchParams({ q })}`,
    });
  }
  if (q === '' && !isCommand && recent.length > 0) groups.unshift({ title: TEXTS.recent, results: recent });
  if (commands.length > 0) groups.push({ title: TEXTS.commands, results: commands });
  const results = groups.flatMap((group) => group.results);
  const activeIndex = Math.max(
    0,
    results.findIndex(({ key }) => key === activeKey),
  );
  const selected = results[activeIndex];

  const chosen = useRef<Result>(undefined);

  const go = (href: string): void => {
    onClose();
    router.history.push(href);
  };
  const open = (result: Result): void => {
    if (result.href !== undefined) return go(result.href);
    chosen.current = result;
    onClose();
  };
  const handleKeyDown = (event: KeyboardEvent): void => {
    const key = keyOf(event);
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && results.length > 0) {
      event.preventDefault();
      setActiveKey(results[(activeIndex + step + results.length) % results.length]?.key);
    } else if (key === 'Enter' && selected) {
      event.preventDefault();
      if (!(event.ctrlKey || event.metaKey)) open(selected);
      else if (selected.nodeHref !== undefined) go(selected.nodeHref);
    }
  };
  return {
    typed,
    type: (text: string) => {
      setTyped(text);
      setActiveKey(undefined);
    },
    q,
    search,
    groups,
    foundCount,
    isSettled,
    isCommand,
    selected,
    select: ({ key }: Result) => setActiveKey(key),
    open,
    /** Runs the chosen command. Call it once the finder is closed, because a command may move the focus. */
    runChosen: () => chosen.current?.run?.(),
    handleKeyDown,
  };
}
