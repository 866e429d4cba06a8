import { createFileRoute } from '@tanstack/react-router';
import { Suspense } from 'react';
import { PageFrame } from '../frame/page-frame.js';
import { lazyPart } from '../ui/lazy-part.js';

// Apart, because the first scripts of every page list the files of each route.
const GameRoute = lazyPart(() => import('../features/talk/games/game-route.js'));

/** All games and one game share a route, because every route is part of the first scripts of every page. */
function Games() {
  return (
    <Suspense fallback={<PageFrame>{null}</PageFrame>}>
      <GameRoute id={Route.useParams().id} search={Route.useSearch()} />
    </Suspense>
  );
}

export const Route = createFileRoute('/games/{-$id}')({ component: Games });
