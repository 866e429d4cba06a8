import { FIELD_MESSAGES, LIMITS, normaliseTag, splitTagList } from '@oniverse/contracts';
import type { Ref } from 'react';
import { sentenceOf } from '../../../api/sentences.js';
import { Chip, Chips } from '../../../ui/chip.js';
import { Field } from '../../../ui/field.js';
import { ALBUM_TEXTS } from './album.texts.js';

const texts = ALBUM_TEXTS.fields;

/** Returns an error message, or undefined. */
export function tagsProblem(text: string): string | undefined {
  const words = splitTagList(text);
  if (words.some((word) => normaliseTag(word) === undefined)) return sentenceOf(FIELD_MESSAGES.badTag);
  const max = LIMITS.tagsPerItem;
  return new Set(words).size > max ? sentenceOf(FIELD_MESSAGES.tooManyTags({ max })) : undefined;
}

export const parseTags = (text: string): string[] => [
  ...new Set(splitTagList(text).flatMap((word) => normaliseTag(word) ?? [])),
];

interface TagsFieldProps {
  ref?: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  disabled?: boolean;
}

export function TagsField({ ref, value, onChange, disabled = false }: TagsFieldProps) {
  const tags = parseTags(value);
  return (
    <div className="album__tags">
      <Field
        ref={ref}
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
