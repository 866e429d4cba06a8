import './constellation.css';
import { MESSAGES } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { HttpError, serverMessageOf } from '../../api/http.js';
import { useSession } from '../../session/session.js';
import { Button, buttonClass } from '../../ui/button.js';
import { FIVE_STARS } from '../../ui/figures/five-stars.js';
import { FigureMarks } from '../../ui/marks.js';
import { usePageTitle } from '../../ui/page-title.js';
import { useReducedMotion } from '../../ui/use-reduced-motion.js';
import { PageFrame } from '../pages/page-frame.js';
import type { SkyAddress } from './address.js';
import { useConstellation } from './constellation.queries.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { NO_FILTER, shownOf, tagsOf } from './filter.js';
import { graphOf } from './graph.js';
import { LinkFilters } from './link-filters.js';
import { NetworkStats } from './network-stats.js';
import { NodeDetails } from './node-details.js';
import { NodesOnTheirWay, NodeTable } from './node-table.js';
import { SavePicture } from './save-picture.js';
import { SkyCanvas } from './sky-canvas.js';
import { NARROW, useChart } from './use-chart.js';
import { useSelection } from './use-selection.js';

const texts = CONSTELLATION_TEXTS;

interface FailedProps {
  error: Error;
  /** The member whose surroundings were asked for, if any. */
  around: string | undefined;
  retry: () => void;
}

function Failed({ error, around, retry }: FailedProps) {
  const isMissing = error instanceof HttpError && error.status === 404;
  return (
    <div className="empty" role="alert">
      <svg viewBox="0 0 160 96" width="160" aria-hidden="true">
        {/* what would have been joined, apart */}
        <FigureMarks figure={FIVE_STARS} line="c-dotted" />
      </svg>
      <h2 className="h3">{isMissing ? texts.missing : texts.failed}</h2>
      {!isMissing && (
        <>
          <p className="small">{serverMessageOf(error) ?? MESSAGES.unavailable}</p>
          <Button small className="empty__act" onClick={retry}>
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

function AroundLine({ name }: { name: string | undefined }) {
  return (
    <p className="small t2 con__from">
      {name && <span>{texts.around.of(name)}</span>}
      <Link className="link" to="/constellation">
        {texts.around.back}
      </Link>
    </p>
  );
}

/** `/constellation`: members, and the tags that connect them. */
export function ConstellationPage({ around, node }: SkyAddress) {
  usePageTitle(texts.title);
  const { user } = useSession();
  const { data, error, refetch } = useConstellation(around);
  const [filter, setFilter] = useState(NO_FILTER);
  const graph = useMemo(() => data && graphOf(data), [data]);
  const shown = useMemo(() => graph && shownOf(graph, filter), [graph, filter]);
  const tags = useMemo(() => (graph ? tagsOf(graph) : []), [graph]);
  const { place, select, lost } = useSelection(graph, node);
  const state = useChart({ graph, shown, selected: place, around });
  const { chart } = state;
  const atOnce = useReducedMotion();
  const showAll = useCallback(() => setFilter(NO_FILTER), []);
  const find = useCallback(
    (chosen: number, pressed = false) => {
      select(chosen);
      chart?.centre(chosen);
      // On a phone the chart stands far above the table.
      if (pressed && window.innerWidth < NARROW) {
        chart?.canvas.scrollIntoView({ block: 'start', behavior: atOnce ? 'auto' : 'smooth' });
      }
    },
    [select, chart, atOnce],
  );

  if (error && !data) {
    return (
      <PageFrame className="page wrap con__p">
        <h1 className="h1">{texts.title}</h1>
        <Failed error={error} around={around} retry={() => void refetch()} />
      </PageFrame>
    );
  }
  return (
    <PageFrame className="page wrap con__p">
      <div className="con">
        <section className="con__l" aria-labelledby="constellation">
          <div className="con__h">
            <h1 className="h1" id="constellation">
              {texts.title}
            </h1>
            <p className="small t3 con__hint">
              <span className="con__mouse">{texts.hint}</span>
              <span className="con__touch">{texts.touchHint}</span>
            </p>
          </div>
          {around !== undefined && (
            <AroundLine name={graph?.nodes[graph.placeOf.get(around) ?? -1]?.username} />
          )}
          <SkyCanvas state={state} graph={graph} select={select} />
          <div className="con__tools">
            <LinkFilters tags={tags} filter={filter} shown={shown} change={setFilter} />
            <SavePicture chart={state.chart} isReady={state.status === 'ready'} />
          </div>
        </section>
        <aside className="con__r" aria-label={texts.details.title}>
          <NodeDetails
            graph={graph}
            selected={place}
            select={find}
            lost={lost}
            isPrivate={user?.isPublic === false}
            reveal={place >= 0 && shown?.nodes[place] === 0 ? showAll : undefined}
          />
          <NetworkStats graph={graph} />
          {graph && shown ? (
            <NodeTable graph={graph} shown={shown} selected={place} select={find} />
          ) : (
            <NodesOnTheirWay />
          )}
        </aside>
      </div>
    </PageFrame>
  );
}
