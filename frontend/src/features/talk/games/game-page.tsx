import './game-page.css';
import { clockText, type GameView } from '@oniverse/contracts';
import {
  announceEvent,
  eventText,
  type GameState,
  positionsOf,
  positionText,
  recordOf,
} from '@oniverse/games';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { failureMessageOf, HttpError } from '../../../api/http.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { endAll, onLive } from '../../../live/live.js';
import { watchOpenGame } from '../../../live/watch-game.js';
import { useSession } from '../../../session/session.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { copyText } from '../../../ui/copy-text.js';
import { downloadFile } from '../../../ui/download-file.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { Plate } from '../../../ui/plate.js';
import { openChannel } from '../log/index.js';
import { linkToTalk } from '../messages/index.js';
import GameCard from './game-card.js';
import { TableView } from './game-table.js';
import { applyGame, type KnownRecord, recordQuery } from './games.queries.js';
import { GAMES_TEXTS } from './games.texts.js';
import { gameLine, nameAt, playerName } from './lines.js';
import { PositionText } from './position-text.js';
import { type Replay, useReplay } from './replay.js';
import { readStart } from './start-position.js';
import { copyPosition } from './table-actions.js';
import { stamped } from './table.js';
import { type Table, useTable } from './use-table.js';

const { page: TEXTS } = GAMES_TEXTS;

const STARS = [
  { x: 48, y: 72, r: 2.8 },
  { x: 116, y: 38, r: 2.2 },
] as const;
const NOT_YET = [[0, 1]] as const;

const NO_GAME = { id: undefined };
const SIGNS = { first: '|<', previous: '<', next: '>', last: '>|' } as const;

/** Returns where a game was offered. */
const talkOf = ({ place: { serverId, isPublic, parentId } }: KnownRecord) =>
  serverId === null
    ? ({ serverId, channelId: parentId } as const)
    : ({
        path: isPublic ? '/dimensions/public' : '/dimensions/private',
        serverId,
        channelId: parentId,
      } as const);

/** Follows a game that the thread does not tell of: one that has not begun, and for visitors one that is open to them. */
function useFollowed({ record }: Table, id: string, userId: string | undefined): void {
  const client = useQueryClient();
  const waitsIn = record?.game.status === 'open' ? record.place.parentId : undefined;
  useEffect(() => {
    if (waitsIn === undefined || userId === undefined) return undefined;
    return endAll(
      openChannel(waitsIn),
      onLive('message:edited', ({ thread }) => {
        if (thread?.game?.id === id) applyGame(client, thread.game);
      }),
    );
  }, [client, id, userId, waitsIn]);
  const isVisited = record?.game.isOpenToVisitors === true;
  useEffect(() => {
    if (!isVisited) return undefined;
    return watchOpenGame(id, () => void client.invalidateQueries({ queryKey: recordQuery(id).queryKey }));
  }, [client, id, isVisited]);
}

interface ReplayButtonProps {
  /** Looks like the keys of a tape recorder. */
  sign: string;
  name: string;
  to: number;
  replay: Replay;
}

function ReplayButton({ sign, name, to, replay: { index, last, show } }: ReplayButtonProps) {
  return (
    <Button
      small
      className="replay__button"
      aria-label={name}
      disabled={to === index || to < 0 || to > last}
      onClick={() => show(to)}
    >
      {sign}
    </Button>
  );
}

function ReplayBar({ replay, said }: { replay: Replay; said: string }) {
  const { index, last } = replay;
  const { name, first, previous, next, last: latest, at, keys } = TEXTS.replay;
  return (
    <div className="replay" role="toolbar" aria-label={name}>
      <ReplayButton sign={SIGNS.first} name={first} to={0} replay={replay} />
      <ReplayButton sign={SIGNS.previous} name={previous} to={index - 1} replay={replay} />
      <span className="replay__place">{at(index, last)}</span>
      <ReplayButton sign={SIGNS.next} name={next} to={index + 1} replay={replay} />
      <ReplayButton sign={SIGNS.last} name={latest} to={last} replay={replay} />
      <span className="small faint hide-narrow">{keys}</span>
      <output className="vh">{said}</output>
    </div>
  );
}

/** Returns the number of the last move: in chess, as FEN counts after a move of White. */
const numberOf = ({ game, moves }: GameState): number =>
  game.kind === 'chess' ? Number(game.fen.split(' ')[5]) : moves.length;

interface MoveListProps {
  game: GameView;
  table: Table;
  positions: readonly GameState[];
  replay: Replay;
}

/** All events of a game. Each shows the position after it. */
function MoveList({ game, table: { events }, positions, replay }: MoveListProps) {
  const isChess = game.kind === 'chess';
  const isDuel = isChess || game.kind === 'go';
  return (
    <ol className="moves" aria-label={TEXTS.moves}>
      {events.map(({ seq, event }, index) => {
        const after = positions[index];
        const isNumbered = event.type === 'move' && (!isChess || event.seat === 0);
        const isNamed = event.seat !== undefined && (event.type !== 'move' || !isDuel);
        return (
          <li key={seq} className={event.type === 'move' ? undefined : 'is-note'}>
            <button
              type="button"
              className="moves__item"
              aria-current={index === replay.index ? 'step' : undefined}
              onClick={() => replay.show(index)}
            >
              {isNumbered && <span className="faint">{after && numberOf(after)}. </span>}
              {isNamed && `${nameAt(game, event.seat ?? 0)} `}
              {event.type === 'start' ? TEXTS.start : eventText(event)}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function RecordButtons({ table: { record, events, pauses }, game }: { table: Table; game: GameView }) {
  const made = () =>
    recordOf(
      stamped(events, pauses),
      game.players.map((player) => playerName(player)),
      { event: record?.place.parentName ?? '', date: events[0]?.at.slice(0, 10) ?? '' },
    );
  return (
    <div className="row">
      <Button small onClick={() => void copyText(made().text, { title: TEXTS.recordCopied })}>
        {TEXTS.copyRecord}
      </Button>
      <Button
        small
        onClick={() => {
          const { type, text } = made();
          downloadFile(
            new Blob([text], { type: 'text/plain' }),
            `oniverse-${game.kind}-${game.number}.${type}`,
          );
        }}
      >
        {TEXTS.download}
      </Button>
    </div>
  );
}

interface PlayedGameProps {
  game: GameView;
  table: Table;
  state: GameState;
}

/** A game that goes on or is over, with its replay. */
function PlayedGame({ game, table, state }: PlayedGameProps) {
  const { events, pauses } = table;
  const navigate = useNavigate();
  const positions = useMemo(() => positionsOf(stamped(events, pauses)), [events, pauses]);
  const replay = useReplay(events.length - 1);
  const { user } = useSession();
  const past = replay.isPast ? positions[replay.index] : undefined;
  const shown = past ?? state;
  const event = events[replay.index]?.event;
  return (
    <div className="game-page">
      <div className="game-page__board">
        <TableView
          game={game}
          state={shown}
          table={table}
          place={undefined}
          onRematch={(gameId) => void navigate({ to: '/games/{-$id}', params: { id: gameId } })}
          isPast={past !== undefined}
        />
        <ReplayBar replay={replay} said={past && event ? announceEvent(past, event) : ''} />
      </div>
      <div className="game-page__side">
        <Plate title={TEXTS.moves}>
          <MoveList game={game} table={table} positions={positions} replay={replay} />
        </Plate>
        <Plate title={TEXTS.record}>
          <RecordButtons table={table} game={game} />
        </Plate>
        <Plate
          title={TEXTS.position}
          aside={
            <Button small look="quiet" onClick={() => void copyPosition(shown)}>
              {GAMES_TEXTS.table.copyPosition}
            </Button>
          }
        >
          <PositionText text={positionText(shown)} />
        </Plate>
        {user && (
          <ul>
            {game.players.flatMap((player) =>
              player.userId === null
                ? []
                : [
                    <li key={player.seat}>
                      <Link
                        to="/games/{-$id}"
                        params={NO_GAME}
                        search={{ member: player.userId }}
                        className="link small"
                      >
                        {TEXTS.games(playerName(player))}
                      </Link>
                    </li>,
                  ],
            )}
          </ul>
        )}
      </div>
    </div>
  );
}

/** A game: live while it goes on, and then its record. */
export function GamePage({ id }: { id: string }) {
  const { user, status } = useSession();
  const table = useTable(id, undefined, user?.id);
  const { record, game, state, error, retry } = table;
  useFollowed(table, id, user?.id);
  usePageTitle(game ? gameLine(game) : GAMES_TEXTS.list.title);
  const isMissing = error instanceof HttpError && error.status === 404;
  if (status === 'loading' || !game || !record) {
    return (
      <PageFrame>
        {isMissing && (
          <EmptyState title={TEXTS.missing} text={TEXTS.missingText} stars={STARS} dotted={NOT_YET} />
        )}
        {error && !isMissing && <Failure text={failureMessageOf(error)} onRetry={retry} />}
        {!error && <LoadingFigure text={GAMES_TEXTS.table.loading} />}
      </PageFrame>
    );
  }
  const { parentName, seq, serverId } = record.place;
  return (
    <PageFrame>
      <PageHead
        title={gameLine(game)}
        siblings={
          user && (
            <Link {...linkToTalk(talkOf(record), { message: seq })}>
              <bdi>{serverId === null ? parentName || TEXTS.back : `#${parentName}`}</bdi>
            </Link>
          )
        }
        actions={
          <>
            <span className="small faint">{clockText(game)}</span>
            {game.status === 'active' && (
              <Badge tone="accent" filled>
                {TEXTS.live}
              </Badge>
            )}
          </>
        }
      />
      {game.eventCount === 0 && <GameCard game={game} mayPlay={user !== null} />}
      {game.eventCount === 0 && game.position !== undefined && (
        <Plate title={TEXTS.position}>
          <PositionText text={readStart(game.kind, game.position).shown ?? game.position} />
        </Plate>
      )}
      {state && <PlayedGame game={game} table={table} state={state} />}
      {game.eventCount > 0 && !state && !error && <LoadingFigure text={GAMES_TEXTS.table.loading} />}
      {error && <Failure text={GAMES_TEXTS.table.failed} onRetry={retry} />}
    </PageFrame>
  );
}
