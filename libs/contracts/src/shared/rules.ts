import { atMost, field, LINE, OPTIONAL, PROSE, required } from './field-rules.js';
import { LIMITS } from './limits.js';
import { phrases, tooLong } from './phrases.js';

/** The messages of the rules that several features share. */
export const TEXT_MESSAGES = phrases({
  titleRequired: 'Please enter a title.',
  titleTooLong: tooLong('A title'),
  nameRequired: 'Please enter a name.',
  nameTooLong: tooLong('A name'),
  descriptionTooLong: tooLong('A description'),
  profileTextTooLong: tooLong('A profile text'),
  searchTooLong: tooLong('A search'),
});

export const titleLength = atMost(LIMITS.title.max, TEXT_MESSAGES.titleTooLong);
export const title = [required(TEXT_MESSAGES.titleRequired), titleLength];

export const nameRequired = required(TEXT_MESSAGES.nameRequired);
export const description = field(
  'The description.',
  'Nebulae and night skies.',
  [atMost(LIMITS.description.max, TEXT_MESSAGES.descriptionTooLong)],
  { ...OPTIONAL, ...PROSE },
);
/** Returns the rules of a named thing. @param example its name */
export const named = (example: string) =>
  ({
    name: field(
      'The name.',
      example,
      [nameRequired, atMost(LIMITS.name.max, TEXT_MESSAGES.nameTooLong)],
      LINE,
    ),
    description,
  }) as const;

export const profileMarkdown = atMost(LIMITS.profileMarkdown.max, TEXT_MESSAGES.profileTextTooLong);

/** The rules of a filter of a list. */
export const filter = (shown: string, example: string) =>
  field(shown, example, [atMost(LIMITS.search.max, TEXT_MESSAGES.searchTooLong)], OPTIONAL);
