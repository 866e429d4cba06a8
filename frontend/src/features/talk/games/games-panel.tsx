import './games-panel.css';
import type { ListedGame } from '@oniverse/contracts';
import { useSession } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { Chips, ToggleChip } from '../../../ui/chip.js';
import { IconButton } from '../../../ui/icon-button.js';
import { useMedia } from '../../../ui/use-media.js';
import type { TalkPlace } from '../messages/index.js';
import { GAME_COMMAND_TEXTS } from './game-commands.texts.js';
import GameTable from './game-table.js';
import { GAMES_TEXTS } from './games.texts.js';
import { gameLine } from './lines.js';
import { askForOffer, setFolded, useGamesPanel, watchGame } from './games-panel.store.js';
import { seatOf } from './seats.js';

const { panel: TEXTS } = GAMES_TEXTS;

/** Returns the games in the order in which they show: the chosen ones, those of the reader, and all others. */
export function inOrder(
  games: readonly ListedGame[],
  chosen: readonly string[],
  userId: string | undefined,
): ListedGame[] {
  const rank = ({ game }: ListedGame): number => {
    const at = chosen.indexOf(game.id);
    if (at !== -1) return at - chosen.length;
    return seatOf(game, userId) === undefined ? 1 : 0;
  };
  return games.toSorted((one, other) => rank(one) - rank(other));
}

interface GamesPanelProps {
  games: readonly ListedGame[];
  place: TalkPlace;
  mayPlay: boolean;
}

/** The games that go on in a talk, above its messages. */
export default function GamesPanel({ games, place, mayPlay }: GamesPanelProps) {
  const { user } = useSession();
  const { isFolded, chosen } = useGamesPanel();
  const isWide = useMedia('(min-width: 1280px)');
  const ordered = inOrder(games, chosen, user?.id);
  const shown = ordered.slice(0, isWide ? 2 : 1);
  return (
    <section className={isFolded ? 'games is-folded' : 'games'} aria-label={TEXTS.name}>
      <div className="games__head">
        <IconButton
          small
          icon={isFolded ? 'right' : 'down'}
          name={isFolded ? TEXTS.unfold : TEXTS.fold}
          aria-expanded={!isFolded}
          onClick={() => setFolded(!isFolded)}
        />
        {games.length > shown.length || isFolded ? (
          <Chips label={TEXTS.choose}>
            {ordered.map(({ game }) => (
              <ToggleChip
                key={game.id}
                pressed={!isFolded && shown.some((one) => one.game.id === game.id)}
                onClick={() => watchGame(game.id)}
              >
                {gameLine(game)}
              </ToggleChip>
            ))}
          </Chips>
        ) : (
          <span className="small faint">{TEXTS.count(games.length)}</span>
        )}
        <span className="grow" />
        {mayPlay && (
          <Button small look="quiet" onClick={() => askForOffer({ channelId: place.channelId })}>
            {GAME_COMMAND_TEXTS.offer}
          </Button>
        )}
      </div>
      {!isFolded && (
        <div className="games__tables">
          {shown.map(({ game }) => (
            <GameTable key={game.id} id={game.id} given={game} place={place} />
          ))}
        </div>
      )}
    </section>
  );
}
