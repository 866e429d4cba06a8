export { GameRefusal, type GameRefusalCode } from './engine/refusal.js';
export {
  applyEvent,
  createSetup,
  eventOf,
  followingEvent,
  type GameCommand,
  type GameOptions,
  positionsOf,
  prepareGame,
  readPosition,
  replayGame,
  startEvent,
} from './engine/engine.js';
export { deadlineOf } from './engine/clocks.js';
export { type GamePause, offClock, onClock } from './engine/pauses.js';
export { announceEvent, eventText, outcomeText, positionText, recordOf, seatName } from './engine/texts.js';
export { seededRandom } from './engine/random.js';
export type { GameRecord, RecordDetails } from './engine/rules.js';
export type { GameData, GameState, PlayedMove, StampedEvent } from './engine/state.js';
export type { AdventureState } from './adventure/adventure-state.js';
export type { ChessState } from './chess/chess-state.js';
export type { GoState } from './go/go-state.js';
export type { WordState } from './words/word-state.js';
export { pointName } from './go/board.js';
export { GO_KOMI, goScore, pointOwners } from './go/score.js';
export { drawSecret, SECRET_BYTES } from './words/secret.js';
