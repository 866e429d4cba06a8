import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { GAME_STORIES, type GameStory } from '@oniverse/contracts';
import { seededRandom } from '../engine/random.js';
import { beginStory, followChoice, loadAdventure } from './stories.js';

const FOLDER = fileURLToPath(new URL('../../', import.meta.url));
/** Several times as many as it takes to read everything. */
const MOST_WALKS = 600;
/** How often a walk takes the choice that the walks before took least. The others are random. */
const CURIOSITY = 0.7;
/** A game of two would hardly end in one sitting after more choices. */
const MOST_CHOICES = 40;

interface Source {
  readonly passages: readonly string[];
  readonly endings: readonly string[];
}

/** Returns the names of the passages and endings in the source of a story. */
function readSource(story: GameStory): Source {
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

/** Walks from the beginning of a story to an ending until everything has been read, or `MOST_WALKS` times. */
function explore(story: GameStory, { passages, endings }: Source) {
  const random = seededRandom(story);
  const unread = new Set(passages);
  const unseen = new Set<string | undefined>(endings);
  const taken = new Map<string, number>();
  const timesTaken = (choice: string): number => taken.get(choice) ?? 0;
  const others: (string | undefined)[] = [];
  let longest = 0;
  for (let walk = 0; walk < MOST_WALKS && unread.size + unseen.size > 0; walk += 1) {
    let place = beginStory(story, walk);
    let length = 0;
    while (place.choices.length > 0 && length <= MOST_CHOICES) {
      const counts = place.choices.map(timesTaken);
      const chosen =
        random() < CURIOSITY ? counts.indexOf(Math.min(...counts)) : Math.floor(random() * counts.length);
      const choice = place.choices[chosen]!;
      taken.set(choice, timesTaken(choice) + 1);
      place = followChoice(story, place.saved, chosen);
      length += 1;
    }
    longest = Math.max(longest, length);
    if (!unseen.delete(place.ending) && !endings.some((ending) => ending === place.ending))
      others.push(place.ending);
    for (const passage of passagesIn(place.saved)) unread.delete(passage);
  }
  return { unread: [...unread], unseen: [...unseen], others, longest };
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
    const source = readSource(story);
    let explored: ReturnType<typeof explore>;

    beforeAll(async () => {
      await loadAdventure(story);
      explored = explore(story, source);
    });

    it('TLK-566 has at least 40 passages, and choices lead to each', () => {
      expect(source.passages.length).toBeGreaterThanOrEqual(40);
      expect(explored.unread).toEqual([]);
    });

    it('TLK-566 ends on every path, at one of several endings', () => {
      expect(source.endings.length).toBeGreaterThanOrEqual(5);
      expect(explored).toMatchObject({ unseen: [], others: [] });
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
