import { GAME_KINDS, type GameCommandType, type GameKind } from '@oniverse/contracts';

/** What members type in the field of a talk to play. */
export const COMMAND_NAMES = ['move', 'draw', 'takeback', 'resign', 'watch', 'play'] as const;
export type CommandName = (typeof COMMAND_NAMES)[number];

/** What a player types to move, resign, or to offer and answer. */
export interface PlayCommand {
  name: Extract<CommandName, GameCommandType>;
  /** Empty for all but `move`. */
  move: string;
}

export type TypedCommand =
  | PlayCommand
  /** `position` is the text after the game, to start from; empty for the usual start. */
  | { name: 'play'; kind: GameKind | undefined; position: string }
  /** `number` is NaN if it is none. */
  | { name: 'watch'; number: number };

const COMMAND = /^\/([a-z]+)(?:\s+(.*))?$/isu;

const isCommand = (name: string): name is CommandName => COMMAND_NAMES.some((known) => known === name);

/** Returns the command that a text is; undefined for any other text. */
export function readCommand(text: string): TypedCommand | undefined {
  const [, written = '', rest = ''] = COMMAND.exec(text.trim()) ?? [];
  const name = written.toLowerCase();
  const argument = rest.trim();
  if (!isCommand(name)) return undefined;
  switch (name) {
    case 'play': {
      const kind = GAME_KINDS.find((known) => known === argument.split(/\s/u)[0]?.toLowerCase());
      return { name, kind, position: argument.slice(kind?.length ?? argument.length).trim() };
    }
    case 'watch':
      return { name, number: Number(argument.replace(/^#/u, '') || NaN) };
    case 'move':
      return { name, move: argument };
    case 'draw':
    case 'takeback':
    case 'resign':
      return { name, move: '' };
    default:
      return name satisfies never;
  }
}
