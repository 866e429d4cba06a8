import type { ChessState } from '@oniverse/games';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { BoardGrid } from './board-grid.js';
import { chessBoard, pieceAt, seatOfPiece } from './cells.js';
import { GAMES_TEXTS } from './games.texts.js';

const { table: TEXTS } = GAMES_TEXTS;

const PROMOTIONS = ['q', 'r', 'b', 'n'] as const;

interface ChessBoardProps {
  game: ChessState;
  label: string;
  /** Whose side is at the bottom. */
  seat: number;
  /** Absent for those who do not move now. */
  onMove: ((move: string) => void) | undefined;
}

/** A board of chess. A piece is picked, and then the square that it moves to. */
export function ChessBoard({ game, label, seat, onMove }: ChessBoardProps) {
  const [picked, setPicked] = useState<string>();
  const [promotion, setPromotion] = useState<string>();
  const board = chessBoard(game, seat);
  const from = onMove && picked;
  const cancel = () => {
    setPicked(undefined);
    setPromotion(undefined);
  };
  const put = (move: string) => {
    cancel();
    onMove?.(move);
  };
  const pick = (square: string) => {
    if (seatOfPiece(pieceAt(game, square)) === seat) {
      setPromotion(undefined);
      setPicked(square === from ? undefined : square);
    } else if (from !== undefined) {
      const isPawn = pieceAt(game, from)?.toLowerCase() === 'p';
      if (isPawn && (square[1] === '8' || square[1] === '1')) setPromotion(`${from}${square}`);
      else put(`${from}${square}`);
    }
  };
  return (
    <>
      <BoardGrid
        {...board}
        label={label}
        className="board--chess"
        picked={from}
        onPick={onMove && pick}
        onCancel={cancel}
      />
      {onMove && promotion !== undefined && (
        <fieldset className="table__choices">
          <legend className="small faint">{TEXTS.promote}</legend>
          {PROMOTIONS.map((piece) => (
            <Button key={piece} small onClick={() => put(`${promotion}${piece}`)}>
              {TEXTS.pieces[piece]}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  );
}
