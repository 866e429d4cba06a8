import { Link } from '@tanstack/react-router';
import { Badge } from '../../ui/badge.js';
import { buttonClass } from '../../ui/button.js';
import { joined } from '../../ui/figures/geometry.js';
import { Icon } from '../../ui/icons.js';
import { FigureMarks } from '../../ui/marks.js';
import { Sigil } from '../../ui/sigil.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { STRONGEST } from './drawing/marks.js';
import { at, type Graph, linksAt, otherEnd } from './graph.js';

const texts = CONSTELLATION_TEXTS.details;
/** How many lines of a node are listed, the strongest. */
const LISTED = 6;
const LONE = joined([{ x: 80, y: 55, r: 3 }], []);
const tagged = (tags: readonly string[]) => tags.map((tag) => `#${tag}`).join(' ');

/** Nothing is selected: a star with rings that are not there yet. */
function NothingSelected() {
  return (
    <div className="empty con__none">
      <svg viewBox="0 0 160 110" width="160" aria-hidden="true">
        <FigureMarks figure={LONE} />
        {[14, 28, 44].map((radius) => (
          <circle key={radius} className="c-line con__dotted" cx="80" cy="55" r={radius} />
        ))}
      </svg>
      <p className="small">{texts.empty}</p>
    </div>
  );
}

function Strength({ strength }: { strength: number }) {
  return (
    <span className="lines__s">
      <span className="vh">{texts.strength(strength)}</span>
      {Array.from({ length: STRONGEST }, (_, step) => (
        <i key={step} aria-hidden="true" className={step < strength ? 'on' : undefined} />
      ))}
    </span>
  );
}

interface NodeDetailsProps {
  graph: Graph;
  /** The place of the selected node, or -1. */
  selected: number;
  select: (node: number) => void;
  isPrivate: boolean;
}

function Lines({ graph, selected, select }: Omit<NodeDetailsProps, 'isPrivate'>) {
  return (
    <ul className="lines">
      {[...linksAt(graph, selected).subarray(0, LISTED)].map((link) => {
        const other = otherEnd(graph, link, selected);
        const node = graph.nodes[other];
        const row = graph.links[link];
        if (!node || !row) return null;
        return (
          <li key={node.id}>
            <button type="button" className="lines__to" onClick={() => select(other)}>
              <span className={node.isCurrentUser ? 'wm' : undefined}>
                {node.isCurrentUser ? texts.you : node.username}
              </span>
              <span className="mic lines__tags">{tagged(row.sharedTags)}</span>
            </button>
            <Strength strength={row.strength} />
          </li>
        );
      })}
    </ul>
  );
}

function Selected({ graph, selected, select, isPrivate }: NodeDetailsProps) {
  const node = graph.nodes[selected];
  if (!node) return null;
  const links = [...linksAt(graph, selected)];
  const withYou = links.find((link) => otherEnd(graph, link, selected) === graph.own);
  const shared = withYou === undefined ? [] : (graph.links[withYou]?.sharedTags ?? []);
  return (
    <>
      <div className="con__who">
        <Sigil id={node.id} size={40} />
        <div className="grow">
          <div className="mic">{texts.nodeId}</div>
          <div className="con__id">{node.username}</div>
          {node.isCurrentUser ? (
            <Badge filled tone="warm">
              {texts.yours}
            </Badge>
          ) : (
            node.displayName && <div className="small t2">{node.displayName}</div>
          )}
        </div>
        <Link to="/u/$username" params={{ username: node.username }} className={buttonClass({ small: true })}>
          {texts.profile}
        </Link>
      </div>
      <dl className="kv">
        <div>
          <dt>{texts.connections}</dt>
          <dd className="num">{at(graph.degrees, selected)}</dd>
        </div>
        {!node.isCurrentUser && (
          <div>
            <dt>{texts.shared}</dt>
            <dd>{shared.length > 0 ? tagged(shared) : texts.nothingShared}</dd>
          </div>
        )}
      </dl>
      {links.length > 0 && (
        <>
          <h3 className="mic con__strongest">{texts.strongest}</h3>
          <Lines graph={graph} selected={selected} select={select} />
        </>
      )}
      {links.length === 0 && node.isCurrentUser && (
        <p className="small t2 con__note">{isPrivate ? texts.privateNote : texts.aloneNote}</p>
      )}
      {!node.isCurrentUser && (
        <Link className="small link con__around" to="/constellation" search={{ around: node.id }}>
          {texts.around}
        </Link>
      )}
    </>
  );
}

/** Who is selected, what they share with the visitor and with others, and the way to their profile. */
export function NodeDetails(props: NodeDetailsProps) {
  const isSelected = props.selected >= 0;
  return (
    <section aria-labelledby="node-details">
      <div className="plate__h">
        <h2 className="h4" id="node-details">
          {texts.title}
        </h2>
        {isSelected && (
          <button
            type="button"
            className="x con__clear"
            aria-label={texts.clear}
            onClick={() => props.select(-1)}
          >
            <Icon name="close" small />
          </button>
        )}
      </div>
      <div aria-live="polite" className="con__details">
        {isSelected ? <Selected {...props} /> : <NothingSelected />}
      </div>
    </section>
  );
}
