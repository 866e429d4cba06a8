import { FIELD_MESSAGES, LIMITS, normaliseTag, splitTagList } from '@oniverse/contracts';
import { sentenceOf } from '../api/sentences.js';

/** Returns the normalised tags of a comma-separated text, without duplicates and invalid tags. */
export const parseTags = (text: string): string[] => [
  ...new Set(splitTagList(text).flatMap((part) => normaliseTag(part) ?? [])),
];

export const formatTags = (tags: readonly string[]): string => tags.join(', ');

export const tagsValidation = {
  validate: (text: string): string | true => {
    if (splitTagList(text).some((part) => normaliseTag(part) === undefined)) {
      return sentenceOf(FIELD_MESSAGES.badTag);
    }
    const max = LIMITS.tagsPerItem;
    return parseTags(text).length <= max || sentenceOf(FIELD_MESSAGES.tooManyTags({ max }));
  },
};
