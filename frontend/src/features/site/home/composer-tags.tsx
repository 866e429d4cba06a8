import { useId } from 'react';
import { Hashtags } from '../../../markdown/hashtags.js';
import { Chip, Chips, RemovableChip } from '../../../ui/chip.js';
import { FieldError } from '../../../ui/field.js';
import { COMPOSER_TEXTS } from './home.texts.js';
import type { PostComposerState } from './use-post-composer.js';

interface ComposerTagsProps {
  /** The text of the draft. */
  text: string;
  tags: PostComposerState['tags'];
}

export function ComposerTags({ text, tags }: ComposerTagsProps) {
  const { added, typed, error, onType, onKey, onBlur, remove } = tags;
  const id = useId();
  return (
    <div className="composer__tags">
      <Chips label={COMPOSER_TEXTS.tags}>
        {added.map((tag) => (
          <RemovableChip key={tag} removeName={COMPOSER_TEXTS.removeTag(tag)} onRemove={() => remove(tag)}>
            #{tag}
          </RemovableChip>
        ))}
        <Hashtags text={text}>
          {(found) =>
            found
              .filter((tag) => !added.includes(tag))
              .map((tag) => (
                <span key={tag} title={COMPOSER_TEXTS.fromText}>
                  <Chip>#{tag}</Chip>
                </span>
              ))
          }
        </Hashtags>
        <label className="vh" htmlFor={id}>
          {COMPOSER_TEXTS.tag}
        </label>
        <input
          dir="auto"
          id={id}
          className="composer__tag"
          placeholder={COMPOSER_TEXTS.tagPlaceholder}
          autoCapitalize="none"
          autoComplete="off"
          enterKeyHint="done"
          spellCheck={false}
          value={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={onType}
          onCompositionEnd={onType}
          onKeyDown={onKey}
          onBlur={onBlur}
        />
      </Chips>
      {error && <FieldError id={`${id}-error`} text={error} />}
    </div>
  );
}
