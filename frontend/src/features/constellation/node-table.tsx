import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  memo,
  useDeferredValue,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SearchField } from '../../ui/search-field.js';
import { SkeletonLines } from '../../ui/skeleton.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { Shown } from './filter.js';
import { at, type Graph, linksAt } from './graph.js';

const texts = CONSTELLATION_TEXTS.table;

interface NodeTableProps {
  graph: Graph;
  shown: Shown;
  selected: number;
  /** @param pressed whether it was with a pointer, whose owner may look elsewhere next */
  select: (node: number, pressed?: boolean) => void;
}

/** The shown nodes whose names hold the text, one's own first, then the best connected. */
function nodesLike({ nodes, degrees, own }: Graph, shown: Shown, text: string): number[] {
  const wanted = text.trim().toLowerCase();
  return [...nodes.keys()]
    .filter((place) => {
      const { username = '', displayName } = nodes[place] ?? {};
      return (
        shown.nodes[place] === 1 &&
        (username.toLowerCase().includes(wanted) || displayName?.toLowerCase().includes(wanted))
      );
    })
    .toSorted((a, b) => Number(b === own) - Number(a === own) || at(degrees, b) - at(degrees, a));
}

interface RowProps {
  node: number;
  graph: Graph;
  isSelected: boolean;
  isReached: boolean;
  select: NodeTableProps['select'];
  onKeyDown: KeyboardEventHandler<HTMLButtonElement>;
}

const Row = memo(function Row({ node, graph, isSelected, isReached, select, onKeyDown }: RowProps) {
  const { username, displayName, isCurrentUser } = graph.nodes[node] ?? {};
  const strongest = graph.links[linksAt(graph, node)[0] ?? -1]?.strength ?? 0;
  return (
    <tr className={isSelected ? 'is-on' : undefined}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button in it bears the member's name */}
      <td>
        <button
          type="button"
          aria-pressed={isSelected}
          tabIndex={isReached ? 0 : -1}
          // A key presses without clicks.
          onClick={({ detail }) => select(node, detail > 0)}
          onKeyDown={onKeyDown}
        >
          <span className={isCurrentUser ? 'wm' : undefined}>{username}</span>
          <span className="mic">{isCurrentUser ? texts.you : displayName}</span>
        </button>
      </td>
      <td>{at(graph.degrees, node)}</td>
      <td>{strongest}</td>
    </tr>
  );
});

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (place, last) => Math.min(last, place + 1),
  ArrowUp: (place) => Math.max(0, place - 1),
  Home: () => 0,
  End: (_, last) => last,
};

/** The table of nodes while they are on their way. */
export function NodesOnTheirWay() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="plate__h">
        <h2 className="h4" id={titleId}>
          {texts.title}
        </h2>
      </div>
      <SkeletonLines text={CONSTELLATION_TEXTS.loading} count={6} />
    </section>
  );
}

/** The same nodes as a table: arrow keys go from one to the next, and what is selected here is selected there. */
export function NodeTable({ graph, shown, selected, select }: NodeTableProps) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const titleId = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const found = useMemo(() => nodesLike(graph, shown, wanted), [graph, shown, wanted]);
  const reached = Math.max(0, found.indexOf(selected));

  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const move = MOVES[event.key];
    const buttons = [...(body.current?.querySelectorAll('button') ?? [])];
    const place = buttons.findIndex((button) => button === document.activeElement);
    if (!move || place < 0) return;
    event.preventDefault();
    const next = move(place, buttons.length - 1);
    buttons[next]?.focus();
    const node = found[next];
    if (node !== undefined) select(node);
  };

  return (
    <section aria-labelledby={titleId}>
      <div className="plate__h">
        <h2 className="h4" id={titleId}>
          {texts.title}
        </h2>
        <output className="small t3">{texts.found(found.length)}</output>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const [first] = nodesLike(graph, shown, text);
          if (first !== undefined) select(first);
        }}
      >
        <SearchField label={texts.search} placeholder={texts.search} value={text} onChange={setText} />
      </form>
      {found.length === 0 ? (
        <p className="small t2 con__note">{texts.none(shown.linkCount < graph.links.length)}</p>
      ) : (
        <div className="nodes">
          <table>
            <caption className="vh">{texts.title}</caption>
            <thead>
              <tr className="mic">
                <th scope="col">{texts.member}</th>
                <th scope="col">{texts.connections}</th>
                <th scope="col">{texts.strongest}</th>
              </tr>
            </thead>
            <tbody ref={body}>
              {found.map((node, place) => (
                <Row
                  key={graph.nodes[node]?.id}
                  node={node}
                  graph={graph}
                  isSelected={node === selected}
                  isReached={place === reached}
                  select={select}
                  onKeyDown={onKeyDown}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
