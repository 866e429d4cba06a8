import './constellation.css';
import { MESSAGES } from '@oniverse/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import { HttpError, serverMessageOf } from '../../../api/http.js';
import { sentenceOf } from '../../../api/sentences.js';
import { useSession } from '../../../session/session.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { FIVE_STARS } from '../../../ui/figures/five-stars.js';
import { FigureMarks } from '../../../ui/marks.js';
import { memberName } from '../../../ui/member-name.js';
import { Named } from '../../../ui/named.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { useReducedMotion } from '../../../ui/use-reduced-motion.js';
import { PageFrame } from '../../../frame/page-frame.js';
import type { ConstellationSearch } from './search-params.js';
import { useConstellation } from './constellation.queries.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { type Filter, NO_FILTER, applyFilter, tagsOf } from './filter.js';
import { graphOf, type Node } from './graph.js';
import { Suggestions } from '../suggestions/index.js';
import { LinkFilters } from './link-filters.js';
import { NetworkStats } from './network-stats.js';
import { NodeDetails, NodeSheet } from './node-details.js';
import { NodeTableSkeleton, NodeTable } from './node-table.js';
import { ExportButtons } from './export-buttons.js';
import { ConstellationCanvas } from './constellation-canvas.js';
import { NodeFinder } from './node-finder.js';
import { PathPanel } from './path-panel.js';
import { COMPACT, NARROW, useRenderer } from './use-renderer.js';
import { useExpandedZoom, useExpansion } from './use-expansion.js';
import { type PathEnds, usePath, withPath } from './use-path.js';
import { useSelection } from './use-selection.js';
import { TimeSlider } from './time/time-slider.js';
import { useTimeMachine } from './time/use-time-machine.js';

const texts = CONSTELLATION_TEXTS;

interface LoadErrorProps {
  error: Error;
  /** The member id at the centre, if not the signed-in member's. */
  around: string | undefined;
  retry: () => void;
}

function LoadError({ error, around, retry }: LoadErrorProps) {
  const isMissing = error instanceof HttpError && error.status === 404;
  return (
    <div className="empty" role="alert">
      <svg viewBox="0 0 160 96" width="160" aria-hidden="true">
        <FigureMarks figure={FIVE_STARS} line="c-dotted" />
      </svg>
      <h2 className="h3">{isMissing ? texts.missing : texts.failed}</h2>
      {!isMissing && (
        <>
          <p className="small">{serverMessageOf(error) ?? sentenceOf(MESSAGES.unavailable)}</p>
          <Button small onClick={retry}>
            {texts.tryAgain}
          </Button>
        </>
      )}
      {around !== undefined && (
        <Link className={isMissing ? buttonClass({ small: true }) : 'link small'} to="/constellation">
          {texts.around.back}
        </Link>
      )}
    </div>
  );
}

function AroundNote({ member }: { member: Node | undefined }) {
  return (
    <p className="small muted constellation__from">
      {member && (
        <span>
          <Named text={texts.around.of} name={memberName(member)} />
        </span>
      )}
      <Link className="link" to="/constellation">
        {texts.around.back}
      </Link>
    </p>
  );
}

export function ConstellationPage({ around, node, from, to, tag }: ConstellationSearch) {
  usePageTitle(texts.title);
  const { user } = useSession();
  const expansion = useExpansion();
  const { isExpanded } = expansion;
  const scope = { around, isExpanded };
  const { data, error, refetch } = useConstellation(scope);
  const [filter, setFilter] = useState<Filter>({ ...NO_FILTER, ...(tag !== undefined && { tag }) });
  const own = user?.username;
  const ends = useMemo(
    () => (to !== undefined && own !== undefined ? { from: from ?? own, to } : undefined),
    [from, to, own],
  );
  const pathState = usePath(ends);
  const machine = useTimeMachine(data, scope);
  const { shown, isPast } = machine;
  // A path leads along present links.
  const path = isPast ? undefined : pathState.path;
  const graph = useMemo(() => shown && graphOf(withPath(shown, path)), [shown, path]);
  const visibility = useMemo(() => graph && applyFilter(graph, filter), [graph, filter]);
  const tags = useMemo(() => (graph ? tagsOf(graph) : []), [graph]);
  const { index, select, lostMessage } = useSelection(graph, node);
  const state = useRenderer({ graph, visibility, selected: index, around, path, keepsPositions: isPast });
  const { renderer } = state;
  useExpandedZoom(renderer, isExpanded);
  const isMotionReduced = useReducedMotion();
  const isReady = state.status === 'ready';
  useEffect(() => {
    if (isReady && filter.tag !== null) renderer?.fitVisible(isMotionReduced);
  }, [renderer, isReady, filter.tag, isMotionReduced]);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isPanelOpen, setPanelOpen] = useState(to !== undefined);
  const panelId = useId();
  const selectOnCanvas = useCallback(
    (chosen: number) => {
      select(chosen);
      setSheetOpen(chosen >= 0 && window.innerWidth < (isExpanded ? COMPACT : NARROW));
    },
    [select, isExpanded],
  );
  const clearFilter = useCallback(() => setFilter(NO_FILTER), []);
  const selectInPanel = useCallback(
    (chosen: number, pressed = false) => {
      select(chosen);
      renderer?.flyTo(chosen, isMotionReduced);
      // On a phone the canvas is far above the table, unless it is expanded.
      if (pressed && !isExpanded && window.innerWidth < NARROW) {
        renderer?.canvas.scrollIntoView({ block: 'start', behavior: isMotionReduced ? 'auto' : 'smooth' });
      }
    },
    [select, renderer, isMotionReduced, isExpanded],
  );

  const navigate = useNavigate();
  const changePath = useCallback(
    (changed: Partial<PathEnds>) =>
      void navigate({
        to: '/constellation',
        search: ({ around: centre, node: chosen }) => ({
          ...(centre !== undefined && { around: centre }),
          ...(chosen !== undefined && { node: chosen }),
          ...changed,
        }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );
  const findPath = useCallback(
    (username: string) => {
      setPanelOpen(true);
      changePath({ to: username });
    },
    [changePath],
  );
  const filterByTag = useCallback((tag: string) => setFilter({ ...NO_FILTER, tag }), []);
  const isPrivate = user?.isPublic === false;

  const filters = <LinkFilters tags={tags} filter={filter} visibility={visibility} onChange={setFilter} />;
  const reveal = index >= 0 && visibility?.nodes[index] === 0 ? clearFilter : undefined;
  if (error && !data) {
    return (
      <PageFrame className="page wrap constellation__page">
        <h1 className="h1">{texts.title}</h1>
        <LoadError error={error} around={around} retry={() => void refetch()} />
      </PageFrame>
    );
  }
  return (
    <PageFrame className="page wrap constellation__page">
      <div className={isExpanded ? 'constellation is-expanded' : 'constellation'}>
        <section className="constellation__main" aria-labelledby="constellation">
          <div className="constellation__head">
            <h1 className="h1" id="constellation">
              {texts.title}
            </h1>
            <p className="small faint constellation__hint">
              <span className="constellation__mouse">{texts.hint}</span>
              <span className="constellation__touch">{texts.touchHint}</span>
            </p>
          </div>
          {around !== undefined && <AroundNote member={graph?.nodes[graph.indexById.get(around) ?? -1]} />}
          <ConstellationCanvas
            state={state}
            graph={graph}
            tag={filter.tag}
            select={selectOnCanvas}
            expansion={expansion}
          />
          <TimeSlider machine={machine} />
          {!isExpanded && (
            <div className="constellation__tools">
              {filters}
              <ExportButtons renderer={state.renderer} isReady={state.status === 'ready'} />
            </div>
          )}
        </section>
        <aside className="constellation__side" aria-label={texts.details.title}>
          <NodeFinder graph={graph} tags={tags} select={selectInPanel} filterByTag={filterByTag} />
          {isExpanded && (
            <Button
              small
              className="constellation__more"
              aria-expanded={isPanelOpen}
              aria-controls={panelId}
              onClick={() => setPanelOpen(!isPanelOpen)}
              data-covers
            >
              {texts.panel}
            </Button>
          )}
          <div className={isPanelOpen ? 'constellation__panel is-open' : 'constellation__panel'} id={panelId}>
            {graph && !isPrivate && (
              <PathPanel
                graph={graph}
                ends={{ ...(from && { from }), ...(to && { to }) }}
                state={pathState}
                onChange={changePath}
              />
            )}
            {isExpanded && filters}
            <NodeDetails
              graph={graph}
              selected={index}
              select={selectInPanel}
              lostMessage={lostMessage}
              isPrivate={isPrivate}
              reveal={reveal}
              findPath={findPath}
            />
            <Suggestions />
            <NetworkStats graph={graph} totals={isPast ? undefined : data?.totals} />
            {graph && visibility ? (
              <NodeTable graph={graph} visibility={visibility} selected={index} select={selectInPanel} />
            ) : (
              <NodeTableSkeleton />
            )}
          </div>
        </aside>
      </div>
      {isSheetOpen && graph && index >= 0 && (
        <NodeSheet
          graph={graph}
          selected={index}
          select={selectInPanel}
          isPrivate={isPrivate}
          reveal={reveal}
          findPath={(username) => {
            setSheetOpen(false);
            findPath(username);
          }}
          onClose={() => setSheetOpen(false)}
        />
      )}
    </PageFrame>
  );
}
