import { GAME_REFUSALS, type GameKind } from '@oniverse/contracts';
import {
  createSetup,
  GameRefusal,
  positionText,
  readPosition,
  replayGame,
  startEvent,
} from '@oniverse/games';
import { sentenceOf } from '../../../api/sentences.js';

/** Reads a position that was pasted, by the same code as the server: how it looks, or why it is none. */
export function readStart(
  kind: GameKind,
  text: string,
): { position?: string; shown?: string; problem?: string } {
  try {
    const start = readPosition(kind, text);
    // The clock of the setup does not count: nothing is played.
    const setup = createSetup({ kind, bankSeconds: 0, moveSeconds: 0, ...start }, 2, { seed: '' });
    return {
      position: start.position,
      shown: positionText(replayGame([{ event: startEvent(setup), at: 0 }])),
    };
  } catch (error) {
    if (!(error instanceof GameRefusal)) throw error;
    return { problem: sentenceOf(GAME_REFUSALS[error.code]) };
  }
}
