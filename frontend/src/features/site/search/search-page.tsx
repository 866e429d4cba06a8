import {
  getServer,
  MESSAGE_ORDERS,
  type MessageOrder,
  SEARCH_KINDS,
  type SearchKind,
  type ServerView,
} from '@oniverse/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { queryOf } from '../../../api/calls.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { Button } from '../../../ui/button.js';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { useNow } from '../../../ui/now.js';
import { PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { Segmented } from '../../../ui/segmented.js';
import { Tabs } from '../../../ui/tabs.js';
import { catalogueOf, isGone } from '../../talk/dimensions/index.js';
import { Lines } from './lines.js';
import { useIsReturning } from './opened-results.js';
import { QueryField } from './query-field.js';
import { groupsOf, resultsOf } from './results.js';
import { type PagesRequest, searchPagesQuery, searchQuery } from './search.queries.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';
import { readSearchParams, type SearchParams } from './search-params.js';
import { useTypedQuery } from './use-typed-query.js';

function Everything({ q, onKind }: { q: string; onKind: (kind: SearchKind) => void }) {
  const now = useNow();
  const { data, isError, isFetching, refetch } = useQuery(searchQuery(q));
  if (q === '') return <p className="muted">{TEXTS.begin}</p>;
  if (isError) return <Failure text={TEXTS.failed} onRetry={() => void refetch()} />;
  if (!data) return <p className="muted">{TEXTS.loading}</p>;
  const groups = groupsOf(data, { q, now });
  return (
    <div aria-busy={isFetching}>
      {groups.length === 0 && <output className="muted">{TEXTS.nothingFor(q)}</output>}
      {!data.isComplete && <p className="small muted">{TEXTS.incomplete}</p>}
      {groups.map(({ title, results }) => {
        const kind = SEARCH_KINDS.find((known) => TEXTS.kinds[known] === title);
        return (
          <section key={title} className="found-group" aria-label={title}>
            <h2 className="h4">{title}</h2>
            <Lines results={results} q={q} />
            {kind && data[kind]?.nextCursor !== null && (
              <Button small look="quiet" onClick={() => onKind(kind)}>
                {TEXTS.allOf(title)}
              </Button>
            )}
          </section>
        );
      })}
    </div>
  );
}

function OneKind(request: PagesRequest) {
  const { q, kind } = request;
  const now = useNow();
  const query = useInfiniteQuery(searchPagesQuery(request));
  const { data, isError, refetch } = query;
  if (q === '') return <p className="muted">{kind === 'messages' ? TEXTS.operators : TEXTS.begin}</p>;
  if (isError && !data) return <Failure text={TEXTS.failed} onRetry={() => void refetch()} />;
  if (!data) return <p className="muted">{TEXTS.loading}</p>;
  const results = data.pages.flatMap((page) => resultsOf(kind, page, { q, now }));
  return (
    <>
      {results.length === 0 && <output className="muted">{TEXTS.nothing}</output>}
      {data.pages.some(({ isComplete }) => !isComplete) && <p className="small muted">{TEXTS.incomplete}</p>}
      <Lines results={results} q={q} />
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.loading} />
    </>
  );
}

interface MessagesProps extends Omit<PagesRequest, 'kind' | 'order'> {
  order: MessageOrder;
  onOrder: (order: MessageOrder) => void;
}

const ORDERS = MESSAGE_ORDERS.map((value) => ({ value, title: TEXTS.orders[value] }));

/** Found messages, with the choice of their order. */
function Messages({ onOrder, ...request }: MessagesProps) {
  const { q, order } = request;
  return (
    <>
      {q !== '' && (
        <div className="found-order">
          <Segmented label={TEXTS.order} segments={ORDERS} value={order} onChange={onOrder} />
          {order === 'best' && <p className="small muted">{TEXTS.best}</p>}
        </div>
      )}
      <OneKind {...request} kind="messages" />
    </>
  );
}

/** Keeps the query, the order and the kind of results in the address. */
function useSearchAddress({ q = '', order: asked }: SearchParams) {
  const navigate = useNavigate({ from: '/search' });
  const order = MESSAGE_ORDERS.find((known) => known === asked) ?? 'newest';
  const change = (changed: Readonly<Record<string, string | undefined>>, replace: boolean): void =>
    void navigate({ search: (shown) => readSearchParams({ ...shown, ...changed }), replace });
  const { typed, type } = useTypedQuery(q, (text) => change({ q: text }, true));
  return {
    q,
    order,
    typed,
    type,
    chooseOrder: (next: MessageOrder) => change({ order: next === 'newest' ? undefined : next }, true),
    chooseKind: (next: SearchKind | 'all') => change({ kind: next === 'all' ? undefined : next }, false),
  };
}

/** All results of a query, by kind. */
function EverythingPage(params: SearchParams) {
  const kind = SEARCH_KINDS.find((known) => known === params.kind);
  usePageTitle(TEXTS.title);
  const { q, order, typed, type, chooseOrder, chooseKind } = useSearchAddress(params);
  return (
    <PageFrame>
      <PageHead title={TEXTS.title} />
      <search className="found-field">
        <QueryField label={TEXTS.input} placeholder={TEXTS.placeholder} value={typed} onChange={type} />
      </search>
      <Tabs
        label={TEXTS.kindTabs}
        value={kind ?? 'all'}
        onChange={chooseKind}
        tabs={[
          { value: 'all', title: TEXTS.all, content: <Everything q={q} onKind={chooseKind} /> },
          ...SEARCH_KINDS.map((value) => ({
            value,
            title: TEXTS.kinds[value],
            content:
              value === 'messages' ? (
                <Messages q={q} order={order} onOrder={chooseOrder} />
              ) : (
                <OneKind q={q} kind={value} />
              ),
          })),
        ]}
      />
    </PageFrame>
  );
}

function DimensionResults({ server, params }: { server: ServerView; params: SearchParams }) {
  const { q, order, typed, type, chooseOrder } = useSearchAddress(params);
  const field = useRef<HTMLInputElement>(null);
  const isReturning = useIsReturning();
  useEffect(() => {
    if (!isReturning) field.current?.focus();
  }, [isReturning]);
  return (
    <>
      <search className="found-field">
        <QueryField
          ref={field}
          label={TEXTS.inDimension.input}
          placeholder={TEXTS.inDimension.placeholder}
          value={typed}
          onChange={type}
          server={server.id}
        />
      </search>
      <Messages q={q} server={server.id} order={order} onOrder={chooseOrder} />
    </>
  );
}

/** The messages of a dimension that a query finds. */
function DimensionPage({ id, params }: { id: string; params: SearchParams }) {
  const { data: server, error, refetch } = useQuery(queryOf(getServer, { id }));
  const title = server ? TEXTS.inDimension.title(server.name) : TEXTS.inDimension.bare;
  usePageTitle(title);
  const isMissing = error !== null && isGone(error);
  return (
    <PageFrame>
      <PageHead
        title={title}
        siblings={
          server && (
            <Link to={catalogueOf(server).path} search={{ server: id }}>
              {server.name}
            </Link>
          )
        }
      />
      {server?.membership && <DimensionResults server={server} params={params} />}
      {server && !server.membership && <p className="muted">{TEXTS.inDimension.join}</p>}
      {!server && !error && <p className="muted">{TEXTS.loading}</p>}
      {!server && isMissing && <p className="muted">{TEXTS.inDimension.missing}</p>}
      {!server && error && !isMissing && <Failure text={TEXTS.failed} onRetry={() => void refetch()} />}
    </PageFrame>
  );
}

/** All results of a query, or the messages of a dimension. What is shown is in the address. */
export function SearchPage(params: SearchParams) {
  const { server } = params;
  return server === undefined ? (
    <EverythingPage {...params} />
  ) : (
    <DimensionPage key={server} id={server} params={params} />
  );
}
