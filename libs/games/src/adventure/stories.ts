import type { GameStory } from '@oniverse/contracts';
import type { Story } from 'inkjs/engine/Story';
import type { AdventurePassage } from './adventure-state.js';

const MODULES: Record<GameStory, () => Promise<{ COMPILED_STORY: string }>> = {
  'the-last-lighthouse': () => import('./stories/the-last-lighthouse.js'),
  'the-night-train': () => import('./stories/the-night-train.js'),
};

const ENDING = /^ending: (?<name>.+)$/u;

/** Interpreters are reused, because making one parses its story. Each call restores the state that it reads. */
const loaded = new Map<GameStory, Story>();

/** A place in a story. */
export interface StoryPlace {
  readonly paragraphs: AdventurePassage['paragraphs'];
  readonly choices: readonly string[];
  readonly ending?: string;
  /** The state of the story, as ink saves it. */
  readonly saved: string;
}

/** Loads a story and its interpreter. */
export async function loadAdventure(name: GameStory): Promise<void> {
  if (loaded.has(name)) return;
  const [{ Story }, { COMPILED_STORY }] = await Promise.all([import('inkjs/engine/Story'), MODULES[name]()]);
  loaded.set(name, new Story(COMPILED_STORY));
}

/** Begins a loaded story. @param seed determines what the story leaves to chance */
export function beginStory(name: GameStory, seed: number): StoryPlace {
  const story = requireStory(name);
  story.ResetState();
  story.state.storySeed = seed;
  return readOn(story);
}

/** Returns where a choice leads from a saved place. @param choice its index */
export function followChoice(name: GameStory, saved: string, choice: number): StoryPlace {
  const story = requireStory(name);
  story.state.LoadJson(saved);
  story.ChooseChoiceIndex(choice);
  return readOn(story);
}

function readOn(story: Story): StoryPlace {
  const paragraphs: string[] = [];
  let ending: string | undefined;
  while (story.canContinue) {
    const text = story.Continue()?.trim();
    if (text) paragraphs.push(text);
    for (const tag of story.currentTags ?? []) ending = ENDING.exec(tag)?.groups?.['name'] ?? ending;
  }
  return {
    paragraphs,
    choices: story.currentChoices.map(({ text }) => text),
    ...(ending !== undefined && { ending }),
    saved: story.state.toJson(),
  };
}

function requireStory(name: GameStory): Story {
  const story = loaded.get(name);
  if (!story) throw new Error(`The story ${name} needs prepareGame`);
  return story;
}
