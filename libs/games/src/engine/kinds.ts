import type { GameKind } from '@oniverse/contracts';
import { adventureRules } from '../adventure/adventure-rules.js';
import { chessRules } from '../chess/chess-rules.js';
import { goRules } from '../go/go-rules.js';
import { wordRules } from '../words/word-rules.js';
import type { GameRules } from './rules.js';
import type { GameData } from './state.js';

/** Applies a function to the rules of a kind. */
export function withRules<R>(kind: GameKind, use: <S extends GameData>(rules: GameRules<S>) => R): R {
  switch (kind) {
    case 'chess':
      return use(chessRules);
    case 'go':
      return use(goRules);
    case 'words':
      return use(wordRules);
    case 'adventure':
      return use(adventureRules);
    default:
      return kind satisfies never;
  }
}

/** Applies a function to what a game itself knows, and the rules of its kind. */
export function withGame<R>(game: GameData, use: <S extends GameData>(rules: GameRules<S>, game: S) => R): R {
  switch (game.kind) {
    case 'chess':
      return use(chessRules, game);
    case 'go':
      return use(goRules, game);
    case 'words':
      return use(wordRules, game);
    case 'adventure':
      return use(adventureRules, game);
    default:
      return game satisfies never;
  }
}

/** Returns whether a game is between two opponents, who can agree on draws and takebacks. */
export const isDuel = (kind: GameKind): boolean => withRules(kind, ({ sides }) => sides !== undefined);
