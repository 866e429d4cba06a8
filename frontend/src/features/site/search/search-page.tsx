import { SEARCH_KINDS, type SearchKind } from '@oniverse/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PageFrame } from '../../../frame/page-frame.js';
import { Button } from '../../../ui/button.js';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { useNow } from '../../../ui/now.js';
import { PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { SearchField } from '../../../ui/search-field.js';
import { Tabs } from '../../../ui/tabs.js';
import { Lines } from './lines.js';
import { groupsOf, resultsOf } from './results.js';
import { searchPagesQuery, searchQuery } from './search.queries.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';
import type { SearchParams } from './search-params.js';
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

function OneKind({ q, kind }: { q: string; kind: SearchKind }) {
  const now = useNow();
  const query = useInfiniteQuery(searchPagesQuery(q, kind));
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

/** All results of a query, by kind. The query and the kind are in the address. */
export function SearchPage({ q = '', kind: shown }: SearchParams) {
  const kind = SEARCH_KINDS.find((known) => known === shown);
  usePageTitle(TEXTS.title);
  const navigate = useNavigate();
  const show = (search: SearchParams, replace: boolean): void =>
    void navigate({ to: '/search', search, replace });
  const { typed, type } = useTypedQuery(q, (text) =>
    show({ ...(text !== '' && { q: text }), ...(kind && { kind }) }, true),
  );
  const choose = (next: SearchKind | 'all'): void =>
    show({ ...(q !== '' && { q }), ...(next !== 'all' && { kind: next }) }, false);
  return (
    <PageFrame>
      <PageHead title={TEXTS.title} />
      <search className="found-field">
        <SearchField label={TEXTS.input} placeholder={TEXTS.placeholder} value={typed} onChange={type} />
      </search>
      <Tabs
        label={TEXTS.kindTabs}
        value={kind ?? 'all'}
        onChange={choose}
        tabs={[
          { value: 'all', title: TEXTS.all, content: <Everything q={q} onKind={choose} /> },
          ...SEARCH_KINDS.map((value) => ({
            value,
            title: TEXTS.kinds[value],
            content: <OneKind q={q} kind={value} />,
          })),
        ]}
      />
    </PageFrame>
  );
}
