export { GameRefusal, type GameRefusalCode } from './engine/refusal.js';
export type { GameRecord, RecordDetails } from './engine/rules.js';
export type { GameData, GameState, PlayedMove, StampedEvent } from './engine/state.js';
export type { AdventureState } from './adventure/adventure-state.js';
export type { ChessState } from './chess/chess-state.js';
export type { GoState } from './go/go-state.js';
export type { WordState } from './words/word-state.js';
