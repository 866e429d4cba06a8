import '../../../ui/plate.css';
import './node-table.css';
import {
  type KeyboardEvent,
  type KeyboardEventHandler,
  memo,
  useCallback,
  useId,
  useMemo,
  useRef,
} from 'react';
import { keyOf } from '../../../ui/keys.js';
import { MemberNames } from '../../../ui/member-names.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { Visibility } from './filter.js';
import { listNodes } from './find-nodes.js';
import { at, type Graph, linksAt } from './graph.js';

const texts = CONSTELLATION_TEXTS.table;

interface NodeTableProps {
  graph: Graph;
  visibility: Visibility;
  selected: number;
  /** @param pressed whether a pointer was used, and not the keyboard */
  select: (node: number, pressed?: boolean) => void;
}

interface RowProps {
  node: number;
  graph: Graph;
  isSelected: boolean;
  isTabStop: boolean;
  select: NodeTableProps['select'];
  onKeyDown: KeyboardEventHandler<HTMLButtonElement>;
}

const Row = memo(function Row({ node, graph, isSelected, isTabStop, select, onKeyDown }: RowProps) {
  const member = graph.nodes[node];
  const strongest = graph.links[linksAt(graph, node)[0] ?? -1]?.strength ?? 0;
  return (
    <tr className={isSelected ? 'is-on' : undefined}>
      {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the button in it bears the member's name */}
      <td>
        <button
          type="button"
          aria-pressed={isSelected}
          tabIndex={isTabStop ? 0 : -1}
          // A click by keyboard has `detail` 0.
          onClick={({ detail }) => select(node, detail > 0)}
          onKeyDown={onKeyDown}
        >
          <span className={member?.isCurrentUser ? 'warm' : undefined}>
            {member && <MemberNames member={member} />}
          </span>
          {member?.isCurrentUser && <span className="tiny">{texts.you}</span>}
        </button>
      </td>
      <td>{at(graph.degrees, node)}</td>
      <td>{strongest}</td>
    </tr>
  );
});

const MOVES: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowDown: (index, last) => Math.min(last, index + 1),
  ArrowUp: (index) => Math.max(0, index - 1),
  Home: () => 0,
  End: (_, last) => last,
};

export function NodeTableSkeleton() {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <div className="plate__head">
        <h2 className="h4" id={titleId}>
          {texts.title}
        </h2>
      </div>
      <SkeletonLines text={CONSTELLATION_TEXTS.loading} count={6} />
    </section>
  );
}

export function NodeTable({ graph, visibility, selected, select }: NodeTableProps) {
  const titleId = useId();
  const body = useRef<HTMLTableSectionElement>(null);
  const found = useMemo(() => listNodes(graph, visibility), [graph, visibility]);
  const tabStop = Math.max(0, found.indexOf(selected));

  // The same function for as long as possible, so that a selection renders two rows.
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLButtonElement>) => {
      const move = MOVES[keyOf(event)];
      const buttons = [...(body.current?.querySelectorAll('button') ?? [])];
      const index = buttons.findIndex((button) => button === document.activeElement);
      if (!move || index < 0) return;
      event.preventDefault();
      const next = move(index, buttons.length - 1);
      buttons[next]?.focus();
      const node = found[next];
      if (node !== undefined) select(node);
    },
    [found, select],
  );

  return (
    <section aria-labelledby={titleId}>
      <div className="plate__head">
        <h2 className="h4" id={titleId}>
          {texts.title}
        </h2>
        <output className="small faint">{texts.found(found.length)}</output>
      </div>
      <div className="nodes">
        <table>
          <caption className="vh">{texts.title}</caption>
          <thead>
            <tr className="tiny">
              <th scope="col">{texts.member}</th>
              <th scope="col">{texts.connections}</th>
              <th scope="col">{texts.strongest}</th>
            </tr>
          </thead>
          <tbody ref={body}>
            {found.map((node, index) => (
              <Row
                key={graph.nodes[node]?.id}
                node={node}
                graph={graph}
                isSelected={node === selected}
                isTabStop={index === tabStop}
                select={select}
                onKeyDown={onKeyDown}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
