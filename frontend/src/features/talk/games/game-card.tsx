import './game-card.css';
import { clockText, GAME_PLAYERS, gameName, type GameView, STORY_TITLES } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useSession } from '../../../session/session.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { TerminalWindow } from '../../../ui/terminal-window.js';
import { linkToTalk, type TalkPlace } from '../messages/index.js';
import { useSeat } from './games.queries.js';
import { GAMES_TEXTS } from './games.texts.js';
import { nameAt, outcomeLine, playerName, sideOf } from './lines.js';
import { PlayerRow } from './player-row.js';
import { watchGame } from './games-panel.store.js';
import { seatOf } from './seats.js';

const { card: TEXTS } = GAMES_TEXTS;

function Seats({ game }: { game: GameView }) {
  const { players, kind, status, toMove, invitedId } = game;
  const { user } = useSession();
  const { min, max } = GAME_PLAYERS[kind];
  const isKept = invitedId !== null && players.length < max;
  const free = status === 'open' ? max - players.length : 0;
  return (
    <ul className="game-card__seats">
      {players.map((player) => (
        <li key={player.seat}>
          <PlayerRow
            player={player}
            isOn={toMove.includes(player.seat)}
            note={status === 'open' ? undefined : sideOf(kind, player.seat)}
          />
        </li>
      ))}
      {free > 0 && (
        <li className="player faint">
          <span className="player__free" aria-hidden="true" />
          {isKept && (invitedId === user?.id ? TEXTS.keptForYou : TEXTS.kept)}
          {!isKept && (min === max ? TEXTS.freeSeat : TEXTS.freeSeats(free))}
        </li>
      )}
    </ul>
  );
}

/** What a member may do before a game starts. */
function OpenActions({ game }: { game: GameView }) {
  const { kind, players, starterId, invitedId } = game;
  const { user } = useSession();
  const { mutate, isPending, variables } = useSeat(game);
  const { min, max } = GAME_PLAYERS[kind];
  const isSeated = seatOf(game, user?.id) !== undefined;
  const isStarter = user !== null && starterId === user.id;
  const startsByHand = min !== max;
  const isInvited = invitedId === null || invitedId === user?.id;
  return (
    <>
      {!isSeated && isInvited && players.length < max && (
        <Button small look="primary" disabled={isPending} onClick={() => mutate('join')}>
          {TEXTS.join}
        </Button>
      )}
      {isStarter && startsByHand && players.length >= min && (
        <Button
          small
          look="primary"
          pending={isPending && variables === 'start' && TEXTS.starting}
          onClick={() => mutate('start')}
        >
          {TEXTS.start}
        </Button>
      )}
      {isSeated && (
        <Button small disabled={isPending} onClick={() => mutate('leave')}>
          {isStarter ? TEXTS.withdraw : TEXTS.leave}
        </Button>
      )}
    </>
  );
}

interface GameCardProps {
  game: GameView;
  /** Absent on the page of the game. */
  place?: TalkPlace | undefined;
  /** Whether it stands in the thread of the game. */
  isInThread?: boolean;
  /** Whether the reader may play there. */
  mayPlay: boolean;
}

/** A game as the message that offers it shows it. */
export default function GameCard({ game, place, isInThread = false, mayPlay }: GameCardProps) {
  const { id, number, status, players, toMove, lastMove, outcome, starterId, kind, story, position } = game;
  const { user } = useSession();
  const seat = seatOf(game, user?.id);
  const isOpen = status === 'open';
  const isActive = status === 'active';
  const isWithdrawn = status === 'over' && game.eventCount === 0;
  const [first] = toMove;
  const starter = players.find(({ userId }) => userId === starterId);
  const { min, max } = GAME_PLAYERS[kind];
  return (
    <div className="game-card">
      <TerminalWindow title={GAMES_TEXTS.title(gameName(game), number)} note={clockText(game)}>
        {story && <p className="small faint">{STORY_TITLES[story]}</p>}
        <p className="hide-wide small faint">{clockText(game)}</p>
        <Seats game={game} />
        {isActive && first !== undefined && (
          <p
            className={
              seat !== undefined && toMove.includes(seat) ? 'game-card__state is-own' : 'game-card__state'
            }
          >
            {seat !== undefined && toMove.includes(seat) ? TEXTS.yourMove : TEXTS.toMove(nameAt(game, first))}
            {lastMove !== null && <span className="faint">, {TEXTS.last(lastMove)}</span>}
          </p>
        )}
        {outcome && <p className="game-card__state">{outcomeLine(game, outcome)}</p>}
        {isWithdrawn && <p className="small faint">{TEXTS.withdrawn}</p>}
        {isOpen && position !== undefined && <p className="small faint">{TEXTS.fromPosition}</p>}
        {isOpen && players.length < min && <p className="small faint">{TEXTS.needsPlayer}</p>}
        {isOpen && players.length >= min && min !== max && starter && starterId !== user?.id && (
          <p className="small faint">{TEXTS.waitsForStart(playerName(starter))}</p>
        )}
        <div className="game-card__actions">
          {isOpen && mayPlay && <OpenActions game={game} />}
          {isActive && place && (
            <Button small look={seat === undefined ? 'secondary' : 'primary'} onClick={() => watchGame(id)}>
              {seat === undefined ? TEXTS.watch : TEXTS.open}
            </Button>
          )}
          {place && !isInThread && (
            <Link
              {...linkToTalk(place, { thread: id })}
              className={buttonClass({ small: true, look: 'quiet' })}
            >
              {TEXTS.thread}
            </Link>
          )}
          {!isOpen && !isWithdrawn && (
            <Link to="/games/{-$id}" params={{ id }} className={buttonClass({ small: true, look: 'quiet' })}>
              {isActive ? TEXTS.page : TEXTS.record}
            </Link>
          )}
        </div>
      </TerminalWindow>
    </div>
  );
}
