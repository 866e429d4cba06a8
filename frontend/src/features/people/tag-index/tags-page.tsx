import '../../../ui/chip.css';
import '../../../ui/plate.css';
import './tags-page.css';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { PageFrame } from '../../../frame/page-frame.js';
import { useSession } from '../../../session/session.js';
import { TagChips } from '../../../tags/tag-chips.js';
import { buttonClass } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { TagsChart } from './tags-chart.js';
import { tagIndexQuery, tagNamesQuery } from './tags-page.queries.js';
import { TAGS_PAGE_TEXTS as TEXTS } from './tags-page.texts.js';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'.split('');
const SCATTERED = [
  { x: 36, y: 40, r: 2.4 },
  { x: 80, y: 26, r: 2 },
  { x: 122, y: 58, r: 2.8 },
  { x: 64, y: 86, r: 2.2 },
] as const;

function SectionTitle({ id, children }: { id: string; children: string }) {
  return (
    <div className="plate__head">
      <h2 className="h4" id={id}>
        {children}
      </h2>
    </div>
  );
}

function ByLetter() {
  const [letter, setLetter] = useState<string>();
  const query = useInfiniteQuery(tagNamesQuery(letter));
  const names = query.data?.pages.flatMap(({ items }) => items).map(({ name }) => name) ?? [];
  const choice = (value: string | undefined, text: string) => (
    <button
      key={text}
      type="button"
      className="chip"
      aria-pressed={value === letter}
      onClick={() => setLetter(value)}
    >
      {text}
    </button>
  );
  return (
    <section className="tag-index__section" aria-labelledby="tags-letters">
      <SectionTitle id="tags-letters">{TEXTS.byLetter}</SectionTitle>
      <fieldset className="chips tag-index__letters">
        <legend className="vh">{TEXTS.letters}</legend>
        {choice(undefined, TEXTS.all)}
        {LETTERS.map((each) => choice(each, each))}
      </fieldset>
      {query.isPending && <SkeletonLines text={TEXTS.loading} count={2} />}
      {query.isError && <Failure small text={TEXTS.lettersFailed} onRetry={() => void query.refetch()} />}
      {query.isSuccess && names.length === 0 && <p className="small muted">{TEXTS.none}</p>}
      <TagChips tags={names} label={TEXTS.byLetter} />
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.morePending} className="tag-index__next" />
    </section>
  );
}

function Index() {
  const { data, isPending, isError, refetch } = useQuery(tagIndexQuery);
  if (isPending) return <LoadingFigure text={TEXTS.loading} />;
  if (isError && !data) return <Failure text={TEXTS.failed} onRetry={() => void refetch()} />;
  const { moment, links, near, fresh } = data;
  return (
    <>
      {moment.length > 0 && (
        <section className="tag-index__section" aria-labelledby="tags-moment">
          <SectionTitle id="tags-moment">{TEXTS.moment}</SectionTitle>
          <TagsChart moment={moment} links={links} />
          <TagChips tags={moment} label={TEXTS.moment} />
        </section>
      )}
      <div className="tag-index__two">
        <section aria-labelledby="tags-near">
          <SectionTitle id="tags-near">{TEXTS.near}</SectionTitle>
          <p className="small muted tag-index__why">{near.length > 0 ? TEXTS.nearText : TEXTS.nearNone}</p>
          <TagChips tags={near} label={TEXTS.near} />
        </section>
        <section aria-labelledby="tags-fresh">
          <SectionTitle id="tags-fresh">{TEXTS.fresh}</SectionTitle>
          {fresh.length === 0 && <p className="small muted">{TEXTS.freshNone}</p>}
          <TagChips tags={fresh} label={TEXTS.fresh} />
        </section>
      </div>
      <ByLetter />
    </>
  );
}

/** Ways into tags: those of the moment as a chart, near the reader, new ones, and all by letter. */
export function TagsPage() {
  usePageTitle(TEXTS.title);
  const { status } = useSession();
  const { title, text, join } = TEXTS.visitors;
  return (
    <PageFrame className="page wrap">
      <h1 className="tag-index__word">{TEXTS.title}</h1>
      {status === 'member' && (
        <>
          <p className="muted">{TEXTS.text}</p>
          <Index />
        </>
      )}
      {status === 'anonymous' && (
        <EmptyState title={title} text={text} stars={SCATTERED}>
          <Link to="/auth" className={buttonClass({ look: 'primary' })}>
            {join}
          </Link>
        </EmptyState>
      )}
    </PageFrame>
  );
}
