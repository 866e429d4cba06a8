import { Suspense } from 'react';
import { lazyPart } from '../../../ui/lazy-part.js';
import type { TalkPlace } from '../messages/index.js';
import { useTalkGames } from './games.queries.js';
import { endOffer, useGamesPanel } from './games-panel.store.js';

const GamesPanel = lazyPart(() => import('./games-panel.js'));
const OfferDialog = lazyPart(() => import('./offer-dialog.js'));

interface ChannelGamesProps {
  place: TalkPlace;
  mayPlay: boolean;
  /** The other member of a conversation of two. */
  opponentId?: string | undefined;
}

/** The games of a channel or conversation, which load with the first one. */
export function ChannelGames({ place, mayPlay, opponentId }: ChannelGamesProps) {
  const games = useTalkGames(place.channelId);
  const offer = useGamesPanel(({ offer }) => offer);
  return (
    <>
      {games && games.length > 0 && (
        <Suspense fallback={null}>
          <GamesPanel games={games} place={place} mayPlay={mayPlay} />
        </Suspense>
      )}
      {offer?.channelId === place.channelId && (
        <Suspense fallback={null}>
          <OfferDialog
            channelId={place.channelId}
            kind={offer.kind}
            position={offer.position}
            opponentId={opponentId}
            onClose={endOffer}
          />
        </Suspense>
      )}
    </>
  );
}
