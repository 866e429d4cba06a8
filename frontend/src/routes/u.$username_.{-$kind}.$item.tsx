import { createFileRoute } from '@tanstack/react-router';
import { NotFoundPage } from '../features/site/pages/index.js';
import { PicturePage } from '../features/album/picture-page/picture-page.js';
import { PostPage } from '../features/writing/post-page/post-page.js';

/** Posts, and pictures below `p`, share a route, because every route is part of the first scripts of every page. */
function Page() {
  const { kind, item } = Route.useParams();
  if (kind === undefined) return <PostPage key={item} id={item} />;
  return kind === 'p' ? <PicturePage id={item} /> : <NotFoundPage />;
}

export const Route = createFileRoute('/u/$username_/{-$kind}/$item')({ component: Page });
