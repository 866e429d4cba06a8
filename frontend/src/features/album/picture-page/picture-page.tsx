import './picture-page.css';
import {
  getPicture,
  isUuid,
  memberPath,
  type PictureContext,
  type PicturePage as PicturePageView,
  RENDITIONS,
} from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { HttpError } from '../../../api/http.js';
import { readListFilters } from '../../../api/list-filters.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { Blur } from '../../../objects/blur.js';
import { ObjectImage } from '../../../objects/object-image.js';
import { useSession } from '../../../session/session.js';
import { TagRow } from '../../../tags/tag-row.js';
import { ProfileTheme } from '../../../theme/profile-theme.js';
import { Avatar } from '../../../ui/avatar.js';
import { Badge } from '../../../ui/badge.js';
import { buttonClass } from '../../../ui/button.js';
import { Failure } from '../../../ui/failure.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { memberName } from '../../../ui/member-name.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Window } from '../../../ui/window.js';
import { Caption, nameOf, PictureActions } from '../album/index.js';
import { MemberLink } from '../../people/member-card/index.js';
import { NotFoundPage } from '../../site/pages/index.js';
import { PictureNeighbours } from './picture-neighbours.js';
import { PICTURE_PAGE_TEXTS as TEXTS } from './picture-page.texts.js';
import { queryOf } from '../../../api/calls.js';

/** No live events announce changes of others' pictures. */
const FRESH_MS = 60_000;

/** A picture with those around it. Fails with 404 if the reader may not see it. */
export const picturePageQuery = (id: string, { tag, board }: PictureContext) =>
  queryOf(getPicture, { id, query: tag === undefined ? { boardId: board } : { tag } }, FRESH_MS);

const LARGEST = Math.max(...RENDITIONS.widths);

function Picture({ image }: Pick<PicturePageView, 'image'>) {
  const [isShown, setShown] = useState(false);
  const { blurhash, width, height, ready, imageUrl } = image;
  const size = width === null || height === null ? undefined : { aspectRatio: `${width} / ${height}` };
  return (
    <div className="picture-page__picture" style={size}>
      {blurhash !== null && !isShown && <Blur hash={blurhash} />}
      <ObjectImage
        path={imageUrl}
        alt={nameOf(image)}
        loading="eager"
        onShown={() => setShown(true)}
        {...(ready && { rendition: LARGEST })}
      />
    </div>
  );
}

/** The board that shows the picture: in the reader's own album, or among the owner's pictures. */
function BoardLine({ page: { author, board }, isOwn }: { page: PicturePageView; isOwn: boolean }) {
  if (!board) return null;
  const address: string = `${isOwn ? '/album' : memberPath(author.username)}?board=${board.id}`;
  return (
    <p className="small muted">
      {TEXTS.onBoard}{' '}
      <Link to={address} className="link" dir="auto">
        {board.name}
      </Link>
    </p>
  );
}

function About({ page, isOwn }: { page: PicturePageView; isOwn: boolean }) {
  const { image, author } = page;
  const name = memberName(author);
  return (
    <div className="picture-page__about">
      <div className="picture-page__facts">
        <MemberLink className="picture-page__author" username={author.username}>
          <Avatar name={name} src={author.profileImageUrl} size="s" />
          <b dir="auto">{name}</b>
        </MemberLink>
        <RelativeTime at={image.createdAt} />
        {!image.isPublic && <Badge>{TEXTS.private}</Badge>}
      </div>
      <h1 className="picture-page__title" dir="auto">
        {nameOf(image)}
      </h1>
      {image.description !== null && (
        <div className="picture-page__description">
          <Caption text={image.description} />
        </div>
      )}
      {!image.ready && <p className="small muted">{TEXTS.processing}</p>}
      <TagRow tags={image.tags} text={image.description ?? ''} />
      <BoardLine page={page} isOwn={isOwn} />
      {isOwn ? (
        <Link to="/album" className={buttonClass({ small: true })}>
          {TEXTS.openAlbum}
        </Link>
      ) : (
        <PictureActions image={image} owner={author.username} />
      )}
    </div>
  );
}

function PicturePageView({ page, context }: { page: PicturePageView; context: PictureContext }) {
  const { image, author, profileTheme, profileThemeMode } = page;
  const { user } = useSession();
  const name = nameOf(image);
  usePageTitle(TEXTS.title(name, memberName(author)));
  return (
    <ProfileTheme
      theme={profileTheme}
      mode={profileThemeMode}
      fallback={
        <PageFrame>
          <LoadingFigure text={TEXTS.loading} />
        </PageFrame>
      }
    >
      <PageFrame className="page">
        <div className="wrap picture-page">
          <Window title={name} plain>
            <article className="picture-page__article" aria-label={name}>
              <Picture key={image.id} image={image} />
              <About page={page} isOwn={user?.id === image.userId} />
            </article>
          </Window>
          <PictureNeighbours page={page} context={context} />
        </div>
      </PageFrame>
    </ProfileTheme>
  );
}

/** The page of one picture, in its owner's theme. The address says which list it was opened from. */
export function PicturePage({ id }: { id: string }) {
  const context: PictureContext = readListFilters(useSearch({ strict: false }), ['tag', 'board']);
  const { data, error, isPending, refetch } = useQuery({
    ...picturePageQuery(id, context),
    enabled: isUuid(id),
  });
  if (!isUuid(id) || (error instanceof HttpError && error.status === 404)) return <NotFoundPage />;
  if (data) return <PicturePageView page={data} context={context} />;
  return (
    <PageFrame>
      {isPending && <LoadingFigure text={TEXTS.loading} />}
      {error && <Failure text={TEXTS.failed} onRetry={() => void refetch()} />}
    </PageFrame>
  );
}
