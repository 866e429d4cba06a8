import { LIMITS, MESSAGES, normaliseTag } from '@oniverse/contracts';

const splitTags = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Returns the normalised tags of a comma-separated text, without duplicates and invalid tags. */
export const parseTags = (text: string): string[] => [
  ...new Set(splitTags(text).flatMap((part) => normaliseTag(part) ?? [])),
];

export const formatTags = (tags: readonly string[]): string => tags.join(', ');

export const tagsValidation = {
  validate: (text: string): string | true => {
    if (splitTags(text).some((part) => normaliseTag(part) === undefined)) return MESSAGES.badTag;
    return parseTags(text).length <= LIMITS.tagsPerItem || MESSAGES.tooManyTags;
  },
};
