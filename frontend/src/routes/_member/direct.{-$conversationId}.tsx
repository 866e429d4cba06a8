import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { readOpenedInChat } from '../../frame/chat-address.js';
import { PageFrame } from '../../frame/page-frame.js';
import { lazyPart } from '../../ui/lazy-part.js';

// Apart, because the first scripts of every page list the files of each route.
const DirectPage = lazyPart(() => import('../../features/talk/direct/direct-page.js'));

function Direct() {
  const { conversationId } = Route.useParams();
  return (
    <Suspense fallback={<PageFrame>{null}</PageFrame>}>
      <DirectPage conversationId={conversationId} opened={readOpenedInChat(Route.useSearch())} />
    </Suspense>
  );
}

export const Route = createFileRoute('/_member/direct/{-$conversationId}')({ component: Direct });
