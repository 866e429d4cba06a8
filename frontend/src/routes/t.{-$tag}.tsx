import { createFileRoute } from '@tanstack/react-router';
import { TagsPage } from '../features/people/tag-index/tags-page.js';
import { TagPage } from '../features/people/tag-pages/tag-page.js';

/** All tags and one tag share a route, because every route is part of the first scripts of every page. */
function Page() {
  const { tag } = Route.useParams();
  return tag === undefined ? <TagsPage /> : <TagPage key={tag} tag={tag} />;
}

export const Route = createFileRoute('/t/{-$tag}')({ component: Page });
