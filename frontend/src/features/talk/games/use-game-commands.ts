import type { ListedGame } from '@oniverse/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { showToast } from '../../../ui/toast-store.js';
import type { ComposerCommands } from '../messages/index.js';
import { COMMAND_NAMES, type CommandName, type PlayCommand, readCommand } from './commands.js';
import { GAME_COMMAND_TEXTS as TEXTS } from './game-commands.texts.js';
import { talkGamesQuery } from './games.queries.js';
import { askForOffer, watchGame } from './games-panel.store.js';
import { seatOf } from './seats.js';

const NO_GAMES: readonly ListedGame[] = [];

const refuse = (description: string): void =>
  showToast({ title: TEXTS.refused, description, variant: 'destructive' });

/**
 * Returns the only game that the member can mean: the one that they play, or the one in which it is their turn; otherwise why
 * it is not known.
 */
export function meantGame(games: readonly ListedGame[], userId: string): string | { problem: string } {
  const own = games.flatMap(({ game }) => (seatOf(game, userId) === undefined ? [] : [game]));
  const active = own.filter(({ status }) => status === 'active');
  const onTurn = active.filter((game) => game.toMove.includes(seatOf(game, userId) ?? -1));
  const [one, other] = active.length > 1 ? onTurn : active;
  if (active.length === 0) return { problem: TEXTS.noGame };
  return one && !other ? one.id : { problem: TEXTS.severalGames };
}

interface CommandsOptions {
  /** The channel or conversation. */
  channelId: string;
  userId: string;
  /** The game of the thread in which the member writes; absent in the channel itself. */
  gameId?: string | undefined;
}

/** Returns what the field of a talk understands of games. */
export function useGameCommands({ channelId, userId, gameId }: CommandsOptions): ComposerCommands {
  const client = useQueryClient();
  // The panel fetches it.
  const { data: games = NO_GAMES } = useQuery({ ...talkGamesQuery(channelId), enabled: false });
  return useMemo(() => {
    const isPlayer = gameId !== undefined || games.some(({ game }) => seatOf(game, userId) !== undefined);
    const isKnown = (name: CommandName) =>
      name === 'play' || (name === 'watch' ? games.length > 0 : isPlayer);
    const play = async (command: PlayCommand): Promise<boolean> => {
      const meant = gameId ?? meantGame(games, userId);
      if (typeof meant === 'object') {
        refuse(meant.problem);
        return false;
      }
      try {
        const part = await import('./run-command.js');
        const refusal = await part.playCommand(client, meant, userId, command);
        if (refusal !== undefined) refuse(refusal);
        return refusal === undefined;
      } catch (error) {
        refuse(failureMessageOf(error));
        return false;
      }
    };
    return {
      suggested: COMMAND_NAMES.filter(isKnown).map((name) => ({ name: `/${name}`, hint: TEXTS.hints[name] })),
      note: isPlayer ? TEXTS.note.player : games.length > 0 ? TEXTS.note.spectator : undefined,
      run: (text) => {
        const command = readCommand(text);
        if (!command) return undefined;
        if ('move' in command) return play(command);
        if (command.name === 'play') {
          askForOffer({ channelId, kind: command.kind, position: command.position });
          return Promise.resolve(true);
        }
        const found = games.find(({ game }) => game.number === command.number);
        if (found) watchGame(found.game.id);
        else refuse(TEXTS.unknownGame);
        return Promise.resolve(found !== undefined);
      },
    };
  }, [client, channelId, userId, gameId, games]);
}
