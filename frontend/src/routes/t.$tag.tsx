import { createFileRoute } from '@tanstack/react-router';
import { TagPage } from '../features/tag-pages/tag-page.js';

function Page() {
  const { tag } = Route.useParams();
  return <TagPage key={tag} tag={tag} />;
}

export const Route = createFileRoute('/t/$tag')({ component: Page });
