import type { GameView } from '@oniverse/contracts';
import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.js';
import { useMedia } from '../../../ui/use-media.js';
import type { TalkPlace } from '../messages/index.js';

const LazyCard = lazyPart(() => import('./game-card.js'));
const LazyTable = lazyPart(() => import('./game-table.js'));

interface GameProps {
  game: GameView;
  place: TalkPlace;
  mayPlay: boolean;
}

/** Takes about the room of a card while its code loads. */
const CardSpace = () => <div style={{ minHeight: 190 }} />;

/** A game in the message that offers it. */
export function OfferedGame(props: GameProps) {
  return (
    <Suspense fallback={<CardSpace />}>
      <LazyCard {...props} />
    </Suspense>
  );
}

/** A game above the messages of its thread: its card, or its table where the thread hides those above the channel. */
export function GameInThread({ game, place, mayPlay }: GameProps) {
  const isBesideChannel = useMedia('(min-width: 1280px)');
  return (
    <Suspense fallback={<CardSpace />}>
      {game.eventCount === 0 || isBesideChannel ? (
        <LazyCard isInThread game={game} place={place} mayPlay={mayPlay} />
      ) : (
        <LazyTable key={game.id} id={game.id} given={game} place={place} />
      )}
    </Suspense>
  );
}
