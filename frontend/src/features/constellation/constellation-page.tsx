import './constellation.css';
import { MESSAGES } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { HttpError, serverMessageOf } from '../../api/http.js';
import { useSession } from '../../session/session.js';
import { Button } from '../../ui/button.js';
import { usePageTitle } from '../../ui/page-title.js';
import { PageFrame } from '../pages/page-frame.js';
import { useConstellation } from './constellation.queries.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { NO_FILTER, shownOf, tagsOf } from './filter.js';
import { graphOf } from './graph.js';
import { LinkFilters } from './link-filters.js';
import { NetworkStats } from './network-stats.js';
import { NodeDetails } from './node-details.js';
import { NodeTable } from './node-table.js';
import { SavePicture } from './save-picture.js';
import { SkyCanvas } from './sky-canvas.js';
import { useChart } from './use-chart.js';

const texts = CONSTELLATION_TEXTS;

function Failed({ error, retry }: { error: Error; retry: () => void }) {
  const isMissing = error instanceof HttpError && error.status === 404;
  return (
    <div className="empty" role="alert">
      <h2 className="h3">{isMissing ? texts.missing : texts.failed}</h2>
      <p className="small">{serverMessageOf(error) ?? MESSAGES.unavailable}</p>
      {!isMissing && (
        <Button small className="empty__act" onClick={retry}>
          {texts.tryAgain}
        </Button>
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
export function ConstellationPage({ around }: { around: string | undefined }) {
  usePageTitle(texts.title);
  const { user } = useSession();
  const { data, error, refetch } = useConstellation(around);
  const [filter, setFilter] = useState(NO_FILTER);
  const [selectedId, setSelectedId] = useState<string | null>(around ?? null);
  const graph = useMemo(() => data && graphOf(data), [data]);
  const shown = useMemo(() => graph && shownOf(graph, filter), [graph, filter]);
  const tags = useMemo(() => (graph ? tagsOf(graph) : []), [graph]);
  const place = (selectedId !== null ? graph?.placeOf.get(selectedId) : undefined) ?? -1;
  const state = useChart({ graph, shown, selected: place });

  const select = (node: number) => setSelectedId(graph?.nodes[node]?.id ?? null);
  const find = (node: number) => {
    select(node);
    state.chart?.centre(node);
  };

  if (error && !data) {
    return (
      <PageFrame>
        <h1 className="h1">{texts.title}</h1>
        <Failed error={error} retry={() => void refetch()} />
        {around !== undefined && <AroundLine name={undefined} />}
      </PageFrame>
    );
  }
  return (
    <PageFrame>
      <div className="con">
        <section className="con__l" aria-labelledby="constellation">
          <div className="con__h">
            <h1 className="h1" id="constellation">
              {texts.title}
            </h1>
            <p className="small t3 con__hint">{texts.hint}</p>
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
          {graph && (
            <NodeDetails graph={graph} selected={place} select={find} isPrivate={user?.isPublic === false} />
          )}
          <NetworkStats graph={graph} />
          {graph && shown && <NodeTable graph={graph} shown={shown} selected={place} select={find} />}
        </aside>
      </div>
    </PageFrame>
  );
}
