import { type PostNeighbour, type PostPage, postPath } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { formatDay } from '../../../ui/dates.js';
import { memberName } from '../../../ui/member-name.js';
import { Window } from '../../../ui/window.js';
import { POST_PAGE_TEXTS as TEXTS } from './post-page.texts.js';

const dayOf = ({ createdAt }: PostNeighbour): string => formatDay(Date.parse(createdAt));

/** Three posts in a row: this one is lit. A post that does not exist has no dot and no line. */
function Row({ previous, next }: { previous: boolean; next: boolean }) {
  return (
    <svg className="post-neighbours__row" width="220" height="60" viewBox="0 0 220 60" aria-hidden="true">
      {previous && (
        <>
          <circle className="c-star" cx="62" cy="18" r="3" />
          <line className="c-ring" x1="68.6" y1="20.2" x2="101.5" y2="31.2" />
        </>
      )}
      <circle className="c-accent" cx="110" cy="34" r="5" />
      {next && (
        <>
          <line className="c-ring" x1="118.3" y1="30.5" x2="151.5" y2="16.7" />
          <circle className="c-star" cx="158" cy="14" r="3" />
        </>
      )}
    </svg>
  );
}

export function PostNeighbours({ page: { post, previous, next } }: { page: PostPage }) {
  if (!previous && !next) return null;
  const { author } = post;
  const label = TEXTS.neighbours(memberName(author));
  return (
    <Window title={label} plain>
      <nav className="post-neighbours" aria-label={label}>
        {previous ? (
          <Link to={postPath(author.username, previous.id)}>
            <span className="tiny">{TEXTS.previous(dayOf(previous))}</span>
            <b dir="auto">{previous.title}</b>
          </Link>
        ) : (
          <span />
        )}
        <Row previous={previous !== null} next={next !== null} />
        {next ? (
          <Link to={postPath(author.username, next.id)} className="post-neighbours__next">
            <span className="tiny">{TEXTS.next(dayOf(next))}</span>
            <b dir="auto">{next.title}</b>
          </Link>
        ) : (
          <span />
        )}
      </nav>
    </Window>
  );
}
