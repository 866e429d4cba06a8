import { LIMITS, MESSAGES, normaliseTag } from '@oniverse/contracts';

const partsOf = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** The tags of a comma separated text, as they are stored; what is no tag is left out. */
export const tagsIn = (text: string): string[] => [
  ...new Set(partsOf(text).flatMap((part) => normaliseTag(part) ?? [])),
];

/** Tags as they are typed. */
export const textOfTags = (tags: readonly string[]): string => tags.join(', ');

/** What is wrong with a comma separated text of tags, as react-hook-form asks it. */
export const holdsTags = {
  validate: (text: string): string | true => {
    if (partsOf(text).some((part) => normaliseTag(part) === undefined)) return MESSAGES.badTag;
    return tagsIn(text).length <= LIMITS.tagsPerThing || MESSAGES.tooManyTags;
  },
};
