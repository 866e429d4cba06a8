import { type GameOutcome, type GameSetup, type GameStory, STORY_TITLES } from '@oniverse/contracts';
import { seededRandom } from '../engine/random.js';
import { GameRefusal } from '../engine/refusal.js';
import type { GameRules, Step } from '../engine/rules.js';
import { textRecord } from '../engine/text-record.js';
import type { AdventureChoice, AdventurePassage, AdventureState } from './adventure-state.js';
import { beginStory, followChoice, loadAdventure, type StoryPlace } from './stories.js';

const NUMBER = /^[1-9]\d?$/u;

/**
 * The shared adventure: in each round, all players vote on how the story goes on. A player whose time is over has no vote
 * in the round, and leaves the story if it happens in the next round too.
 */
export const adventureRules: GameRules<AdventureState> = {
  prepare: (setup) => loadAdventure(storyOf(setup)),

  begin(setup) {
    const place = beginStory(storyOf(setup), Math.floor(seededRandom(setup.seed)() * 2 ** 31));
    const seats = Array.from({ length: setup.seats }, (_, seat) => seat);
    return stepTo(place, { seats, passages: [], missed: [] });
  },

  readMove(_setup, game, _seat, typed) {
    const move = typed.trim();
    choiceIndex(game, move);
    return { move };
  },

  play(setup, game, seat, { move }) {
    const chosen = choiceIndex(game, move);
    const choices = game.choices.map((choice, index) =>
      index === chosen ? { ...choice, votes: [...choice.votes, seat] } : choice,
    );
    return decideRound(setup, { ...game, choices });
  },

  leave(setup, game, seat, reason) {
    if (!game.seats.includes(seat)) throw new GameRefusal('invalid_event');
    if (reason === 'time' && seatsToVote(game).includes(seat) && !game.missed.includes(seat))
      return decideRound(setup, { ...game, silent: [...game.silent, seat] });
    const without = (seats: readonly number[]): number[] => seats.filter((other) => other !== seat);
    const left: AdventureState = {
      ...game,
      seats: without(game.seats),
      silent: without(game.silent),
      choices: game.choices.map((choice) => ({ ...choice, votes: without(choice.votes) })),
    };
    return left.seats.length === 0 ? ended(left, reason) : decideRound(setup, left);
  },

  positionText: (setup, game) =>
    [
      STORY_TITLES[storyOf(setup)],
      '',
      ...storyLines(game.passages),
      ...game.choices.map((choice, index) => `${index + 1}. ${choiceLine(choice)}`),
      ...endingLines(game),
    ].join('\n'),

  moveSentence(_setup, game, { move }) {
    if (!isRoundNew(game)) return `votes for ${move}`;
    return `votes for ${move}, and the story goes on: “${game.passages.at(-1)?.choice}”`;
  },

  record: (state, game, details) =>
    textRecord(STORY_TITLES[storyOf(state.setup)], details, [
      ...storyLines(game.passages),
      ...endingLines(game),
    ]),
};

function storyOf({ story }: GameSetup): GameStory {
  if (story === undefined) throw new GameRefusal('invalid_event');
  return story;
}

function choiceIndex({ choices }: AdventureState, move: string): number {
  const index = NUMBER.test(move) ? Number(move) - 1 : -1;
  if (index < 0 || index >= choices.length) throw new GameRefusal('illegal_move');
  return index;
}

function seatsToVote({ seats, silent, choices }: AdventureState): number[] {
  const done = new Set([...silent, ...choices.flatMap(({ votes }) => votes)]);
  return seats.filter((seat) => !done.has(seat));
}

/** Follows the choice that won, as soon as the missing votes cannot change it. */
function decideRound(setup: GameSetup, game: AdventureState): Step<AdventureState> {
  const missing = seatsToVote(game);
  const counts = game.choices.map(({ votes }) => votes.length);
  const [most = 0, second = 0] = counts.toSorted((a, b) => b - a);
  if (missing.length > 0 && most <= second + missing.length) return { game, toMove: missing, sameTurn: true };
  // Nobody is there to read on.
  if (most === 0) return ended(game, 'time');
  const leaders = [...counts.keys()].filter((index) => counts[index] === most);
  const chosen =
    leaders[Math.floor(seededRandom(`${setup.seed} ${game.passages.length}`)() * leaders.length)];
  if (chosen === undefined) throw new Error('No choice leads');
  return stepTo(
    followChoice(storyOf(setup), game.saved, chosen),
    { seats: game.seats, passages: game.passages, missed: game.silent },
    game.choices[chosen]?.text,
  );
}

/** Begins the round at a place of the story, or ends the game there. */
function stepTo(
  { paragraphs, choices, ending, saved }: StoryPlace,
  { seats, passages, missed }: Pick<AdventureState, 'seats' | 'passages' | 'missed'>,
  choice?: string,
): Step<AdventureState> {
  const game: AdventureState = {
    kind: 'adventure',
    passages: [...passages, { ...(choice !== undefined && { choice }), paragraphs }],
    choices: choices.map((text) => ({ text, votes: [] })),
    ...(ending !== undefined && { ending }),
    seats,
    silent: [],
    missed,
    saved,
  };
  return choices.length === 0 ? ended(game, 'story') : { game, toMove: seats };
}

function ended(game: AdventureState, reason: GameOutcome['reason']): Step<AdventureState> {
  return { game, toMove: [], outcome: { reason, winners: [] } };
}

/** Returns whether nothing has happened since the latest choice. */
function isRoundNew({ choices, silent }: AdventureState): boolean {
  return silent.length === 0 && choices.every(({ votes }) => votes.length === 0);
}

function storyLines(passages: readonly AdventurePassage[]): string[] {
  return passages.flatMap(({ choice, paragraphs }) => [
    ...(choice === undefined ? [] : [`> ${choice}`, '']),
    ...paragraphs.flatMap((paragraph) => [paragraph, '']),
  ]);
}

function choiceLine({ text, votes }: AdventureChoice): string {
  if (votes.length === 0) return text;
  return `${text} (${votes.length === 1 ? '1 vote' : `${votes.length} votes`})`;
}

function endingLines({ ending }: AdventureState): string[] {
  return ending === undefined ? [] : [`Ending: ${ending}`];
}
