import type { TagPageView, TagPictureView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { ObjectImage } from '../../objects/object-image.js';
import { Button } from '../../ui/button.js';
import { Failure } from '../../ui/failure.js';
import { Lightbox, nameOf } from '../album/index.js';
import { MemberLink } from '../member-card/index.js';
import { SectionHead } from './section-head.js';
import { tagPicturesQuery } from './tag-page.queries.js';
import { TAG_PAGE_TEXTS as TEXTS } from './tag-page.texts.js';

/** Pixels; enough for a tile on a high-density screen. */
const RENDITION = 640;
const doNothing = () => {};

function PictureList({ pictures }: { pictures: readonly TagPictureView[] }) {
  const [openId, setOpenId] = useState<string>();
  const close = useCallback(() => setOpenId(undefined), []);
  const open = pictures.find(({ image }) => image.id === openId);
  return (
    <ul className="tagp__pics">
      {pictures.map(({ image, author }) => {
        const name = nameOf(image);
        const { width, height } = image;
        return (
          <li key={image.id}>
            <button
              type="button"
              aria-label={TEXTS.open(name)}
              aria-haspopup="dialog"
              onClick={() => setOpenId(image.id)}
            >
              <ObjectImage
                path={image.imageUrl}
                rendition={RENDITION}
                alt={name}
                {...(width !== null && height !== null && { width, height })}
              />
            </button>
            <p className="tagp__cap" dir="auto">
              {name}
            </p>
            <MemberLink username={author.username} className="small faint">
              {author.username}
            </MemberLink>
          </li>
        );
      })}
      {open && (
        <Lightbox
          images={[open.image]}
          imageId={open.image.id}
          author={open.author}
          hasMore={false}
          onMore={doNothing}
          onNavigate={setOpenId}
          onClose={close}
        />
      )}
    </ul>
  );
}

function AllPictures({ tag }: { tag: string }) {
  const query = useInfiniteQuery(tagPicturesQuery(tag));
  return (
    <>
      {query.isError && <Failure small text={TEXTS.picturesFailed} onRetry={() => void query.refetch()} />}
      <PictureList pictures={query.data?.pages.flatMap(({ items }) => items) ?? []} />
      {query.hasNextPage && (
        <Button
          className="tagp__next"
          pending={query.isFetchingNextPage && TEXTS.morePending}
          onClick={() => void query.fetchNextPage()}
        >
          {TEXTS.more}
        </Button>
      )}
    </>
  );
}

export function TagPictures({ page, isMember }: { page: TagPageView; isMember: boolean }) {
  const [showsAll, setShowsAll] = useState(false);
  if (page.pictures.length === 0) return null;
  return (
    <section className="tagp__sec" aria-labelledby="tag-pictures">
      <SectionHead
        id="tag-pictures"
        title={TEXTS.pictures}
        action={isMember && !showsAll ? TEXTS.allPictures : undefined}
        onAction={() => setShowsAll(true)}
      />
      {showsAll ? <AllPictures tag={page.name} /> : <PictureList pictures={page.pictures} />}
    </section>
  );
}
