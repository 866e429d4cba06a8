import './game-table.css';
import { clockText, gameName, type GameView } from '@oniverse/contracts';
import { announceEvent, type GamePause, type GameState } from '@oniverse/games';
import { useEffect, useRef, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { useSession } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { TerminalWindow } from '../../../ui/terminal-window.js';
import type { TalkPlace } from '../messages/index.js';
import { GameClock } from './game-clock.js';
import { GAMES_TEXTS } from './games.texts.js';
import { gameLine, nameAt, namesAt, outcomeLine, sideOf } from './lines.js';
import { MoveField } from './move-field.js';
import { PlayerRow } from './player-row.js';
import { OfferLine, RematchButton, TableMenu } from './table-actions.js';
import { TableBoard } from './table-board.js';
import { numberedMoves } from './table.js';
import { type Table, useTable } from './use-table.js';

const { table: TEXTS } = GAMES_TEXTS;

/** How many of the last moves stand below a board. */
const LAST_MOVES = 6;

/** Returns how a game stands, for its accessible name: whose turn it is, and the last move. */
export function situationOf(game: GameView, { toMove, lastMove, outcome }: GameState): string {
  const turn = outcome ? TEXTS.over : TEXTS.toMove(namesAt(game, toMove));
  return lastMove === undefined ? `${turn}.` : `${turn}. ${TEXTS.lastMove(lastMove)}`;
}

/** Says each event that arrives while the table is shown. Of several tables of a game, the first one does. */
function Announcer({ game, table: { events, stored } }: { game: GameView; table: Table }) {
  const [said, setSaid] = useState('');
  const lastSeq = events.at(-1)?.seq ?? 0;
  const known = useRef<number>(undefined);
  const region = useRef<HTMLOutputElement>(null);
  useEffect(() => {
    const last = events.at(-1);
    const isNew = known.current !== undefined && lastSeq > known.current;
    if (stored) known.current = lastSeq;
    const isFirst = document.querySelector(`[data-game="${CSS.escape(game.id)}"]`) === region.current;
    if (isNew && isFirst && stored && last)
      setSaid(`${gameLine(game)}: ${announceEvent(stored, last.event)}`);
  }, [events, lastSeq, stored, game]);
  return (
    <output ref={region} className="vh" data-game={game.id}>
      {said}
    </output>
  );
}

interface SeatRowsProps {
  game: GameView;
  state: GameState;
  pauses: readonly GamePause[];
  seats: readonly number[];
  isPast: boolean;
}

/** The players at one edge of the board, with their clocks and what they have captured. */
function SeatRows({ game, state, pauses, seats, isPast }: SeatRowsProps) {
  return seats.map((seat) => {
    const player = game.players.find((one) => one.seat === seat);
    if (!player) return null;
    return (
      <PlayerRow key={seat} player={player} isOn={state.toMove.includes(seat)} note={sideOf(game.kind, seat)}>
        {state.game.kind === 'go' && (
          <span className="faint player__captured">
            {TEXTS.captured(state.game.captured[seat === 0 ? 0 : 1])}
          </span>
        )}
        {!isPast && <GameClock state={state} seat={seat} pauses={pauses} />}
      </PlayerRow>
    );
  });
}

interface GameTableProps {
  id: string;
  /** As the list of games or the message has it. */
  given?: GameView | undefined;
  /** Absent on the page of the game. */
  place?: TalkPlace | undefined;
  onRematch?: (gameId: string) => void;
}

/** A game with its board, live. Give it the key of the game. */
export default function GameTable(props: GameTableProps) {
  const { id, given, place, onRematch } = props;
  const { user } = useSession();
  const table = useTable(id, given, user?.id);
  const { game, state, error, retry } = table;
  if (!game || !state) {
    return (
      <div className="table table--empty">
        {error ? (
          <div role="alert">
            <p>{TEXTS.failed}</p>
            <p className="small muted">{failureMessageOf(error)}</p>
            <Button small onClick={retry}>
              {TEXTS.tryAgain}
            </Button>
          </div>
        ) : (
          <LoadingFigure text={TEXTS.loading} />
        )}
      </div>
    );
  }
  return <TableView game={game} state={state} table={table} place={place} onRematch={onRematch} />;
}

interface TableViewProps {
  game: GameView;
  /** The position that is shown. */
  state: GameState;
  table: Table;
  place: TalkPlace | undefined;
  onRematch: ((gameId: string) => void) | undefined;
  /** Whether the position is an earlier one, which a replay shows. */
  isPast?: boolean;
}

/** The window of a game. */
export function TableView(props: TableViewProps) {
  const { game, state, table, place, onRematch, isPast = false } = props;
  const { seat, play, isSending } = table;
  const [problem, setProblem] = useState<string>();
  const { kind } = game;
  const isDuel = kind === 'chess' || kind === 'go';
  const own = isDuel ? (seat ?? 0) : 0;
  const others = game.players.map((player) => player.seat).filter((other) => other !== own);
  const mayMove = !isPast && seat !== undefined && state.toMove.includes(seat);
  const outcome = outcomeLine(game, state.outcome);
  const last = numberedMoves(state).slice(-LAST_MOVES);
  return (
    <div className="table">
      <TerminalWindow title={GAMES_TEXTS.title(gameName(game), game.number)} note={clockText(game)}>
        <SeatRows
          game={game}
          state={state}
          pauses={table.pauses}
          seats={isDuel ? others : [own, ...others]}
          isPast={isPast}
        />
        <TableBoard
          state={state}
          players={game}
          label={TEXTS.board(gameName(game), situationOf(game, state))}
          seat={own}
          onMove={mayMove ? (move) => setProblem(play('move', move)) : undefined}
        />
        {problem !== undefined && mayMove && (
          <p className="error" role="alert">
            {problem}
          </p>
        )}
        {isDuel && <SeatRows game={game} state={state} pauses={table.pauses} seats={[own]} isPast={isPast} />}
        {!isPast && (
          <>
            <OfferLine players={game} by={state.drawOfferedBy} seat={seat} kind="draw" play={play} />
            <OfferLine players={game} by={state.takebackAskedBy} seat={seat} kind="takeback" play={play} />
          </>
        )}
        <div className="table__foot">
          <div className="table__moves">
            {isDuel &&
              last.map(({ number, text }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- the last moves have no names
                <span key={index}>
                  {number !== undefined && <span className="faint">{number}. </span>}
                  {text}
                </span>
              ))}
            {state.game.kind === 'chess' && state.game.isCheck && !outcome && (
              <span className="warm">{TEXTS.check}</span>
            )}
            {outcome !== undefined && <b>{outcome}</b>}
            {isSending && !isPast && <span className="faint">{TEXTS.sending}</span>}
            {mayMove && <MoveField kind={kind} onMove={(move) => play('move', move)} />}
            {!mayMove && outcome === undefined && (isPast || !isSending) && (
              <span className="muted">{TEXTS.thinking(nameAt(game, state.toMove[0] ?? 0))}</span>
            )}
          </div>
          {outcome !== undefined && seat !== undefined && !isPast && (
            <RematchButton game={game} {...(onRematch && { onOffered: onRematch })} />
          )}
          {!isPast && (
            <TableMenu
              game={game}
              state={state}
              seat={seat}
              place={place}
              mayOpenToVisitors={table.record?.mayOpenToVisitors === true}
              play={(type, move) => {
                const refusal = play(type, move);
                setProblem(refusal);
                return refusal;
              }}
            />
          )}
        </div>
      </TerminalWindow>
      <Announcer game={game} table={table} />
    </div>
  );
}
