import { createFileRoute } from '@tanstack/react-router';
import { PostPage } from '../features/post-page/post-page.js';

function Page() {
  const { post } = Route.useParams();
  return <PostPage key={post} id={post} />;
}

export const Route = createFileRoute('/u/$username_/$post')({ component: Page });
