import type { GameView } from '@oniverse/contracts';
import type { GameState } from '@oniverse/games';
import { AdventureBoard } from './adventure-board.js';
import { ChessBoard } from './chess-board.js';
import { GoBoard } from './go-board.js';
import { WordBoard } from './word-board.js';

interface TableBoardProps {
  state: GameState;
  players: Pick<GameView, 'players'>;
  label: string;
  /** Whose side is at the bottom. */
  seat: number;
  /** Absent for those who do not move now. */
  onMove: ((move: string) => void) | undefined;
}

/** The position of a game. */
export function TableBoard({ state: { game }, players, label, seat, onMove }: TableBoardProps) {
  switch (game.kind) {
    case 'chess':
      return <ChessBoard game={game} label={label} seat={seat} onMove={onMove} />;
    case 'go':
      return <GoBoard game={game} label={label} onMove={onMove} />;
    case 'words':
      return <WordBoard game={game} players={players} label={label} />;
    case 'adventure':
      return <AdventureBoard game={game} players={players} label={label} onMove={onMove} />;
    default:
      return game satisfies never;
  }
}
