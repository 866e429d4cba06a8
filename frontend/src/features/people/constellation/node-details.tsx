import '../../../ui/plate.css';
import './node-details.css';
import { Link } from '@tanstack/react-router';
import { TagNames } from '../../../tags/tag-names.js';
import { Badge } from '../../../ui/badge.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Drawer } from '../../../ui/drawer.js';
import { Facts, Numeral, Strength } from '../../../ui/facts.js';
import { joinStars } from '../../../ui/figures/geometry.js';
import { Icon } from '../../../ui/icons.js';
import { FigureMarks } from '../../../ui/marks.js';
import { MemberNames } from '../../../ui/member-names.js';
import { Sigil } from '../../../ui/sigil.js';
import { WriteButton } from '../../talk/write/index.js';
import { MemberLink } from '../member-card/index.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { MAX_STRENGTH } from './drawing/marks.js';
import { at, type Graph, linksAt, otherEnd } from './graph.js';

const texts = CONSTELLATION_TEXTS.details;
const MAX_LISTED_LINKS = 5;
const LONE_NODE = joinStars([{ x: 80, y: 55, r: 3 }], []);

function LinkAdvice({ isPrivate }: { isPrivate: boolean }) {
  return (
    <>
      <p className="small muted">{isPrivate ? texts.privateNote : texts.unlinkedNote}</p>
      {isPrivate ? (
        <Link to="/settings" className={buttonClass({ small: true })}>
          {texts.profileSettings}
        </Link>
      ) : (
        <Link to="/homepage" className={buttonClass({ small: true })}>
          {texts.write}
        </Link>
      )}
    </>
  );
}

interface NothingSelectedProps {
  lostMessage: string | undefined;
  isAlone: boolean;
  isPrivate: boolean;
}

function NothingSelected({ lostMessage, isAlone, isPrivate }: NothingSelectedProps) {
  return (
    <div className="empty constellation__none">
      <svg viewBox="0 0 160 110" width="160" aria-hidden="true">
        <FigureMarks figure={LONE_NODE} />
        {[14, 28, 44].map((radius) => (
          <circle key={radius} className="c-line constellation__dotted" cx="80" cy="55" r={radius} />
        ))}
      </svg>
      {lostMessage && <p className="small">{lostMessage}</p>}
      <p className="small">{texts.empty}</p>
      {isAlone && <LinkAdvice isPrivate={isPrivate} />}
    </div>
  );
}

interface NodeDetailsProps {
  graph: Graph | undefined;
  /** Index of the selected node, or -1. */
  selected: number;
  select: (node: number) => void;
  /** Explains why the selected member has no node, if so. */
  lostMessage: string | undefined;
  isPrivate: boolean;
  /** Set only when the filter hides the selected node. */
  reveal: (() => void) | undefined;
  /** Shows the path from the signed-in member. */
  findPath: (username: string) => void;
}

type SelectedProps = Omit<NodeDetailsProps, 'lostMessage'> & { graph: Graph };

function LinkList({ graph, selected, select }: Pick<SelectedProps, 'graph' | 'selected' | 'select'>) {
  return (
    <ul className="node-links">
      {[...linksAt(graph, selected).subarray(0, MAX_LISTED_LINKS)].map((link) => {
        const other = otherEnd(graph, link, selected);
        const node = graph.nodes[other];
        const row = graph.links[link];
        if (!node || !row) return null;
        return (
          <li key={node.id}>
            <div className="node-links__name">
              <button type="button" className="node-links__target" onClick={() => select(other)}>
                <span className={node.isCurrentUser ? 'warm' : undefined}>
                  {node.isCurrentUser ? texts.you : <MemberNames member={node} />}
                </span>
              </button>
              <span className="tiny">
                <TagNames tags={row.sharedTags} />
              </span>
            </div>
            <Strength value={row.strength / MAX_STRENGTH} />
          </li>
        );
      })}
    </ul>
  );
}

function Selected({ graph, selected, select, isPrivate, reveal, findPath }: SelectedProps) {
  const node = graph.nodes[selected];
  if (!node) return null;
  const links = [...linksAt(graph, selected)];
  const withYou = links.find((link) => otherEnd(graph, link, selected) === graph.own);
  const shared = withYou === undefined ? [] : (graph.links[withYou]?.sharedTags ?? []);
  const facts = [
    { name: texts.connections, value: <Numeral>{CONSTELLATION_TEXTS.number(links.length)}</Numeral> },
    ...(node.isCurrentUser
      ? []
      : [
          { name: texts.shared, value: shared.length > 0 ? <TagNames tags={shared} /> : texts.nothingShared },
        ]),
  ];
  return (
    <>
      <div className="constellation__who">
        <Sigil id={node.id} size={40} />
        <div className="grow">
          <div className="tiny">{texts.nodeId}</div>
          <div className="constellation__name names--two">
            <MemberLink username={node.username}>
              <MemberNames member={node} />
            </MemberLink>
          </div>
          {node.isCurrentUser && (
            <Badge filled tone="warm">
              {texts.yours}
            </Badge>
          )}
        </div>
        <Link to="/u/$username" params={{ username: node.username }} className={buttonClass({ small: true })}>
          {texts.profile}
        </Link>
      </div>
      {reveal && (
        <div className="constellation__hidden">
          <p className="small muted">{texts.hidden}</p>
          <Button small look="quiet" onClick={reveal}>
            {CONSTELLATION_TEXTS.filters.clear}
          </Button>
        </div>
      )}
      <div className="constellation__facts">
        <Facts facts={facts} />
      </div>
      {links.length > 0 && (
        <>
          <h3 className="tiny constellation__strongest">{texts.strongest}</h3>
          <LinkList graph={graph} selected={selected} select={select} />
        </>
      )}
      {links.length === 0 && node.isCurrentUser && (
        <div className="constellation__waiting">
          <LinkAdvice isPrivate={isPrivate} />
        </div>
      )}
      {!node.isCurrentUser && (
        <div className="constellation__further">
          <WriteButton member={node} />
          {links.length > 0 && !isPrivate && (
            <Button small onClick={() => findPath(node.username)}>
              {CONSTELLATION_TEXTS.path.here}
            </Button>
          )}
          <Link className="small link" to="/constellation" search={{ around: node.id, node: node.id }}>
            {texts.around}
          </Link>
        </div>
      )}
    </>
  );
}

export function NodeDetails({ lostMessage, ...details }: NodeDetailsProps) {
  const { graph, selected, select, isPrivate } = details;
  const isSelected = selected >= 0;
  const isAlone = graph !== undefined && graph.own >= 0 && at(graph.degrees, graph.own) === 0;
  return (
    <section aria-labelledby="node-details">
      <div className="plate__head">
        <h2 className="h4" id="node-details">
          {texts.title}
        </h2>
        {isSelected && (
          <button
            type="button"
            className="close constellation__clear"
            aria-label={texts.clear}
            onClick={() => select(-1)}
          >
            <Icon name="close" small />
          </button>
        )}
      </div>
      <div aria-live="polite" className="constellation__details">
        {isSelected && graph ? (
          <Selected {...details} graph={graph} />
        ) : (
          <NothingSelected lostMessage={lostMessage} isAlone={isAlone} isPrivate={isPrivate} />
        )}
      </div>
    </section>
  );
}

interface NodeSheetProps extends SelectedProps {
  onClose: () => void;
}

/** Replaces the panel on a phone, where it is far below the constellation. */
export function NodeSheet({ onClose, ...details }: NodeSheetProps) {
  return (
    <Drawer name={texts.title} side="bottom" onClose={onClose}>
      <div aria-live="polite">
        <Selected {...details} />
      </div>
    </Drawer>
  );
}
