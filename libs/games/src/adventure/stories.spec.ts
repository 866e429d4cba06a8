import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GAME_STORIES, type GameStory } from '@oniverse/contracts';
import { seededRandom } from '../engine/random.js';
import { beginStory, followChoice, loadAdventure } from './stories.js';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));
/** Enough that all passages are reached; the rarest is in one of 300. */
const WALKS = 1_500;
/** A game of two would hardly end in one sitting after more choices. */
const MOST_CHOICES = 40;

interface Exploration {
  readonly endings: Set<string>;
  readonly unnamed: number;
  readonly longest: number;
  readonly reached: Set<string>;
}

/** The names of the passages and endings in the source of a story. */
function sourceOf(story: GameStory): { passages: string[]; endings: string[] } {
  const source = readFileSync(`${FOLDER}stories/${story}.ink`, 'utf8');
  let knot = '';
  const passages = [...source.matchAll(/^(?<marks>===|=) (?<name>\w+)/gmu)].map(({ groups }) => {
    const { marks, name = '' } = groups ?? {};
    if (marks === '=') return `${knot}.${name}`;
    knot = name;
    return name;
  });
  return { passages, endings: [...source.matchAll(/# ending: (.+)$/gmu)].map(([, name = '']) => name) };
}

/** Follows random choices from the beginning to an ending, many times. */
function explore(story: GameStory): Exploration {
  const random = seededRandom(story);
  const endings = new Set<string>();
  const reached = new Set<string>();
  let unnamed = 0;
  let longest = 0;
  for (let walk = 0; walk < WALKS; walk += 1) {
    let place = beginStory(story, walk);
    let choices = 0;
    while (place.choices.length > 0 && choices <= MOST_CHOICES) {
      place = followChoice(story, place.saved, Math.floor(random() * place.choices.length));
      choices += 1;
    }
    longest = Math.max(longest, choices);
    if (place.ending === undefined) unnamed += 1;
    else endings.add(place.ending);
    for (const passage of passagesIn(place.saved)) reached.add(passage);
  }
  return { endings, unnamed, longest, reached };
}

/** The passages that a saved place counts as visited. */
function passagesIn(saved: string): string[] {
  const { visitCounts }: { visitCounts: Record<string, number> } = JSON.parse(saved);
  return Object.keys(visitCounts);
}

describe('the stories', () => {
  it('TLK-566 are compiled from their present source, as are the lists of words', () => {
    expect(() =>
      execFileSync(process.execPath, ['compile.mjs', '--check'], { cwd: FOLDER, stdio: 'pipe' }),
    ).not.toThrow();
  });

  describe.each(GAME_STORIES)('%s', (story) => {
    let explored: Exploration;

    beforeAll(async () => {
      await loadAdventure(story);
      explored = explore(story);
    });

    it('TLK-566 has at least 40 passages, and choices lead to each', () => {
      const { passages } = sourceOf(story);
      expect(passages.length).toBeGreaterThanOrEqual(40);
      expect(passages.filter((passage) => !explored.reached.has(passage))).toEqual([]);
    });

    it('TLK-566 ends on every path, at one of several endings', () => {
      const { endings } = sourceOf(story);
      expect(endings.length).toBeGreaterThanOrEqual(5);
      expect(explored.endings).toEqual(new Set(endings));
      expect(explored.unnamed).toBe(0);
      expect(explored.longest).toBeLessThanOrEqual(MOST_CHOICES);
    });

    it('TLK-566 reads the same after the same choices', () => {
      const walk = (): unknown[] => {
        const random = seededRandom(story);
        const places = [beginStory(story, 7)];
        for (let place = places[0]; place && place.choices.length > 0; place = places.at(-1))
          places.push(followChoice(story, place.saved, Math.floor(random() * place.choices.length)));
        return places;
      };
      expect(walk()).toEqual(walk());
    });
  });
});
