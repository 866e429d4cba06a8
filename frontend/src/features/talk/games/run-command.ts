import { GAME_REFUSALS } from '@oniverse/contracts';
import { onClock, prepareGame, replayGame } from '@oniverse/games';
import type { QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../../api/server-clock.js';
import { sentenceOf } from '../../../api/sentences.js';
import { ask, getChannel, playsIn, useLog } from '../log/index.js';
import type { PlayCommand } from './commands.js';
import { recordQuery } from './games.queries.js';
import { commandOf, knownEvents, pausesOf, predictedState, refusalOf, stamped } from './table.js';
import { seatOf } from './seats.js';

/** Plays what a member typed in the field of a talk. @returns why it is refused; undefined if it is sent */
export async function playCommand(
  client: QueryClient,
  gameId: string,
  userId: string,
  { name, move }: PlayCommand,
): Promise<string | undefined> {
  const record = await client.fetchQuery(recordQuery(gameId));
  const events = knownEvents(record, getChannel(gameId));
  const seat = seatOf(record.game, userId);
  const setup = events[0]?.event.setup;
  if (seat === undefined || !setup) return sentenceOf(GAME_REFUSALS.not_your_turn);
  await prepareGame(setup);
  const pauses = pausesOf(record);
  const state = predictedState(
    replayGame(stamped(events, pauses)),
    playsIn(useLog.getState(), gameId, userId),
    seat,
    pauses,
  );
  const refusal = refusalOf(state, seat, commandOf(name, move), onClock(serverNow(), pauses));
  if (refusal === undefined) ask({ kind: 'play', userId, talkId: gameId, command: name, move });
  return refusal;
}
