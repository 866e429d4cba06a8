import { LIMITS, MESSAGES, normaliseTag, tagWordsOf } from '@oniverse/contracts';
import { Chip, Chips } from '../../ui/chip.js';
import { Field } from '../../ui/field.js';
import { ALBUM_TEXTS } from './album.texts.js';

const texts = ALBUM_TEXTS.fields;

/** What is wrong with a typed list of tags. */
export function tagsProblem(typed: string): string | undefined {
  const words = tagWordsOf(typed);
  if (words.some((word) => normaliseTag(word) === undefined)) return MESSAGES.badTag;
  return new Set(words).size > LIMITS.tagsPerThing ? MESSAGES.tooManyTags : undefined;
}

/** The tags of a typed list, as they will be kept. */
export const tagsTyped = (typed: string): string[] => [
  ...new Set(tagWordsOf(typed).flatMap((word) => normaliseTag(word) ?? [])),
];

interface TagsFieldProps {
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

/** Where tags are typed, parted by commas, with the tags that come of it. */
export function TagsField({ value, onChange, disabled = false }: TagsFieldProps) {
  const tags = tagsTyped(value);
  return (
    <div className="alb__tags">
      <Field
        label={texts.hashtags}
        note={texts.commas}
        autoCapitalize="none"
        value={value}
        disabled={disabled}
        error={tagsProblem(value)}
        onChange={(event) => onChange(event.target.value)}
      />
      {tags.length > 0 && (
        <Chips label={texts.preview}>
          {tags.map((tag) => (
            <Chip key={tag}>#{tag}</Chip>
          ))}
        </Chips>
      )}
    </div>
  );
}
