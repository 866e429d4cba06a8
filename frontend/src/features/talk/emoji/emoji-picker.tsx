import { Tabs } from 'radix-ui';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useState,
} from 'react';
import { keyOf } from '../../../ui/keys.js';
import { EMOJI_TEXTS as TEXTS } from './emoji.texts.js';
import { type Emoji, EMOJI_GROUPS, findEmoji, searchEmojis } from './emojis.js';
import { type GridPlace, moveInGrid } from './grid-moves.js';
import { readRecentEmojis } from './recent-emojis.js';

const COLUMNS = 8;
const MAX_FOUND = 12 * COLUMNS;
const START: GridPlace = { row: 0, column: 0 };

interface Section {
  title: string;
  rows: Emoji[][];
  /** The number of rows before it. */
  first: number;
}

const rowsOf = (emojis: readonly Emoji[]): Emoji[][] =>
  Array.from({ length: Math.ceil(emojis.length / COLUMNS) }, (_, row) =>
    emojis.slice(row * COLUMNS, (row + 1) * COLUMNS),
  );

/** Returns what the search found; without a search, the recently used emojis and those of the group. */
function sectionsFor(typed: string, group: string, recent: readonly Emoji[]): Section[] {
  if (typed !== '') return [{ title: TEXTS.found, rows: rowsOf(searchEmojis(typed, MAX_FOUND)), first: 0 }];
  const recentRows = rowsOf(recent);
  const groups = EMOJI_GROUPS.filter(({ key }) => key === group);
  return [
    { title: TEXTS.recent, rows: recentRows, first: 0 },
    ...groups.map(({ key, emojis }) => ({
      title: TEXTS.group[key],
      rows: rowsOf(emojis),
      first: recentRows.length,
    })),
  ];
}

interface GridProps {
  id: string;
  sections: readonly Section[];
  active: GridPlace;
  cellId: (place: GridPlace) => string;
  onPick: (emoji: Emoji) => void;
}

function Grid({ id, sections, active, cellId, onPick }: GridProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- the grid pattern
    <table id={id} role="grid" className="emoji-picker__grid" aria-label={TEXTS.picker}>
      {sections
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows, first }) => (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={COLUMNS} className="emoji-picker__title">
                {title}
              </th>
            </tr>
            {rows.map((emojis, row) => (
              <tr key={emojis[0]?.unicode}>
                {emojis.map((emoji, column) => (
                  <td
                    key={emoji.unicode}
                    id={cellId({ row: first + row, column })}
                    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- not implicit in every browser
                    role="gridcell"
                    aria-selected={first + row === active.row && column === active.column}
                  >
                    {/* The search field has the focus, and chooses with Enter. */}
                    <button
                      type="button"
                      className="emoji"
                      tabIndex={-1}
                      title={emoji.label}
                      aria-label={emoji.label}
                      onClick={() => onPick(emoji)}
                    >
                      {emoji.unicode}
                    </button>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
    </table>
  );
}

interface GroupTabsProps {
  group: string;
  onChange: (group: string) => void;
  children: ReactNode;
}

function GroupTabs({ group, onChange, children }: GroupTabsProps) {
  return (
    <Tabs.Root className="emoji-picker__body" value={group} onValueChange={onChange}>
      <Tabs.List className="emoji-picker__groups" aria-label={TEXTS.groups}>
        {EMOJI_GROUPS.map(({ key, emojis }) => (
          <Tabs.Trigger
            key={key}
            value={key}
            className="emoji"
            title={TEXTS.group[key]}
            aria-label={TEXTS.group[key]}
          >
            {emojis[0]?.unicode}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content value={group} className="emoji-picker__scroll" tabIndex={-1}>
        {children}
      </Tabs.Content>
    </Tabs.Root>
  );
}

interface EmojiPickerProps {
  userId: string;
  search: RefObject<HTMLInputElement | null>;
  onPick: (emoji: string) => void;
}

/** A search field over a grid of emojis, which the arrow keys move through while the focus stays in the field. */
export function EmojiPicker({ userId, search, onPick }: EmojiPickerProps) {
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState<string>('smileys');
  const [place, setPlace] = useState(START);
  const recent = useMemo(
    () => readRecentEmojis(userId).flatMap((unicode) => findEmoji(unicode) ?? []),
    [userId],
  );
  const sections = useMemo(() => sectionsFor(typed, group, recent), [typed, group, recent]);
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections]);
  const active = rows[place.row]?.[place.column];
  const id = useId();
  const cellId = ({ row, column }: GridPlace) => `${id}-${row}-${column}`;
  const activeId = active && cellId(place);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const key = keyOf(event);
    const next = moveInGrid(place, key, rows);
    if (next) setPlace(next);
    else if (key === 'Enter' && active) onPick(active.unicode);
    else return;
    event.preventDefault();
  };
  const grid =
    rows.length === 0 ? (
      <p className="small muted emoji-picker__none">{TEXTS.none}</p>
    ) : (
      <Grid
        id={`${id}-grid`}
        sections={sections}
        active={place}
        cellId={cellId}
        onPick={({ unicode }) => onPick(unicode)}
      />
    );
  return (
    <>
      <input
        ref={search}
        className="input emoji-picker__query"
        role="combobox"
        aria-label={TEXTS.search}
        placeholder={TEXTS.search}
        aria-expanded={rows.length > 0}
        aria-haspopup="grid"
        aria-autocomplete="list"
        aria-controls={`${id}-grid`}
        aria-activedescendant={activeId}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="done"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value.trimStart());
          setPlace(START);
        }}
        onKeyDown={onKeyDown}
      />
      {typed === '' ? (
        <GroupTabs
          group={group}
          onChange={(next) => {
            setGroup(next);
            setPlace(START);
          }}
        >
          {grid}
        </GroupTabs>
      ) : (
        <div className="emoji-picker__scroll">{grid}</div>
      )}
      <output className="vh">{typed !== '' && rows.length === 0 && TEXTS.none}</output>
    </>
  );
}
