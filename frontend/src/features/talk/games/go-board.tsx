import type { GoState } from '@oniverse/games';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { BoardGrid } from './board-grid.js';
import { goBoard, markingOf } from './cells.js';
import { GAMES_TEXTS } from './games.texts.js';

const { table: TEXTS } = GAMES_TEXTS;

interface GoBoardProps {
  game: GoState;
  label: string;
  /** Absent for those who do not move now. */
  onMove: ((move: string) => void) | undefined;
}

/** A board of Go. A point is picked, and picked again to put a stone there. After two passes, a pick marks dead stones. */
export function GoBoard({ game, label, onMove }: GoBoardProps) {
  const [picked, setPicked] = useState<string>();
  const isScoring = game.phase === 'scoring';
  const chosen = onMove && !isScoring ? picked : undefined;
  const pick = (point: string) => {
    if (isScoring) {
      const marking = markingOf(game, point);
      if (marking !== undefined) onMove?.(marking);
    } else if (point === chosen) {
      setPicked(undefined);
      onMove?.(point);
    } else setPicked(point);
  };
  return (
    <>
      <BoardGrid
        {...goBoard(game)}
        label={label}
        className={`board--go board--${game.size}`}
        picked={chosen}
        onPick={onMove && pick}
        onCancel={() => setPicked(undefined)}
      />
      {isScoring && <p className="small muted">{TEXTS.scoring}</p>}
      {onMove && (
        <div className="table__choices">
          {!isScoring && (
            <Button small onClick={() => onMove('pass')}>
              {TEXTS.pass}
            </Button>
          )}
          {isScoring && (
            <Button small look="primary" onClick={() => onMove('done')}>
              {TEXTS.agree}
            </Button>
          )}
          {isScoring && game.canResume && (
            <Button small onClick={() => onMove('resume')}>
              {TEXTS.resume}
            </Button>
          )}
        </div>
      )}
    </>
  );
}
