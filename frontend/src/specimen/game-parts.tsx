import type { GameEvent, GameSetup, GameView } from '@oniverse/contracts';
import { replayGame } from '@oniverse/games';
import GameCard from '../features/talk/games/game-card.js';
import { TableView } from '../features/talk/games/game-table.js';
import type { Table } from '../features/talk/games/use-table.js';
import { Window } from '../ui/window.js';
import { READER } from './samples.js';

const AT = '2026-11-20T21:14:00.000Z';

const player = (seat: number, username: string) => ({
  seat,
  userId: username === READER.username ? READER.id : username,
  author: { username, displayName: null, profileImageUrl: null },
});

const game = (given: Partial<GameView>): GameView => ({
  id: 'g-41',
  number: 41,
  kind: 'chess',
  bankSeconds: 600,
  moveSeconds: 5,
  status: 'active',
  players: [player(0, READER.username), player(1, 'sable')],
  starterId: READER.id,
  invitedId: null,
  toMove: [0],
  deadlineAt: null,
  eventCount: 1,
  lastMove: null,
  outcome: null,
  isOpenToVisitors: false,
  createdAt: AT,
  endedAt: null,
  ...given,
});

const moves = (text: string): GameEvent[] =>
  text.split(' ').map((move, index) => ({ type: 'move', seat: index % 2, move }));

function tableOf(view: GameView, events: readonly GameEvent[], more: Partial<GameSetup> = {}): Table {
  const setup: GameSetup = {
    kind: view.kind,
    seats: view.players.length,
    seed: '6f1d2c77a09b4e35',
    bankSeconds: view.bankSeconds,
    moveSeconds: view.moveSeconds,
    ...more,
  };
  const all: GameEvent[] = [{ type: 'start', setup }, ...events];
  const state = replayGame(
    all.map((event, index) => ({ event, at: Date.now() - (all.length - index) * 9_000 })),
  );
  return {
    record: undefined,
    game: view,
    pauses: [],
    events: [],
    stored: state,
    state,
    seat: view.players.find(({ userId }) => userId === READER.id)?.seat,
    isSending: false,
    error: null,
    retry: () => undefined,
    play: () => undefined,
  };
}

const CHESS = game({});
const GO = game({
  id: 'g-12',
  number: 12,
  kind: 'go',
  size: '9',
  players: [player(0, 'mirelle_07'), player(1, 'otto_n')],
});
const WORDS = game({ id: 'g-7', number: 7, kind: 'words', bankSeconds: 0, moveSeconds: 300 });
const TABLES: readonly { view: GameView; table: Table }[] = [
  { view: CHESS, table: tableOf(CHESS, moves('e4 e5 Nf3 Nc6 Bc4 Nf6 d3 Be7 O-O O-O Nc3 d6')) },
  {
    view: GO,
    table: tableOf(
      GO,
      moves('D5 F4 D6 G5 F6 F5 C5 C6 D3 C8 C4 B7 F3 D7 G3 G6 F8 G7 G8 H5 H7 pass F4').slice(0, 21),
      { size: '9', scoring: 'area' },
    ),
  },
  {
    view: WORDS,
    table: tableOf(
      WORDS,
      [
        { type: 'move', seat: 0, move: 'crane', marks: '-o--o' },
        { type: 'move', seat: 1, move: 'ember', marks: 'xx--o' },
      ],
      { commitment: 'ab' },
    ),
  },
];
const CARDS: readonly GameView[] = [
  game({ number: 38, status: 'open', toMove: [], players: [player(0, 'otto_n')], starterId: 'otto_n' }),
  game({ number: 39, lastMove: 'd6' }),
  game({ number: 40, status: 'over', toMove: [], outcome: { reason: 'checkmate', winners: [1] } }),
];

export function GameParts() {
  return (
    <Window title="Games">
      <div className="specimen__col">
        {CARDS.map((view) => (
          <GameCard key={view.status} game={view} place={{ serverId: null, channelId: 'c' }} mayPlay />
        ))}
        {TABLES.map(({ view, table }) =>
          table.state ? (
            <TableView
              key={view.id}
              game={view}
              state={table.state}
              table={table}
              place={{ serverId: null, channelId: 'c' }}
              onRematch={undefined}
            />
          ) : null,
        )}
      </div>
    </Window>
  );
}
