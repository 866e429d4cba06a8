import { createFileRoute } from '@tanstack/react-router';
import { GamePage } from '../features/talk/games/game-page.js';

function Page() {
  const { id } = Route.useParams();
  return <GamePage key={id} id={id} />;
}

export const Route = createFileRoute('/games/$id')({ component: Page });
