import './composer.css';
import { useId } from 'react';
import { Markdown } from '../../markdown/markdown.js';
import { Button } from '../../ui/button.js';
import { FieldError } from '../../ui/field.js';
import { Icon } from '../../ui/icons.js';
import { ComposerTags } from './composer-tags.js';
import { COMPOSER_TEXTS } from './home.texts.js';
import { usePostComposer } from './use-post-composer.js';

function Room({ left }: { left: number | null }) {
  if (left === null) return null;
  return (
    <output className={left < 0 ? 'mic dg' : 'mic'}>
      {left < 0 ? COMPOSER_TEXTS.over(-left) : COMPOSER_TEXTS.left(left)}
    </output>
  );
}

/** Where a member writes posts. */
export function PostComposer({ userId }: { userId: string }) {
  const composer = usePostComposer(userId);
  const { title, text, shownText, isPublic, isPreviewed, isPending } = composer;
  const id = useId();
  const ids = { title: `${id}-title`, text: `${id}-text` };
  const described = (name: 'title' | 'text', error: string | undefined) => ({
    id: ids[name],
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${ids[name]}-error` : undefined,
    readOnly: isPending,
  });
  const { error: titleError, ...titleField } = title;
  const { error: textError, ...textField } = text;
  return (
    <form
      className="composer"
      aria-label={COMPOSER_TEXTS.name}
      onSubmit={(event) => {
        event.preventDefault();
        composer.submit();
      }}
    >
      <label className="vh" htmlFor={ids.title}>
        {COMPOSER_TEXTS.title}
      </label>
      <input
        {...titleField}
        {...described('title', titleError)}
        className="composer__t"
        placeholder={COMPOSER_TEXTS.titlePlaceholder}
        autoComplete="off"
        enterKeyHint="next"
        onKeyDown={composer.onTitleKey}
      />
      {titleError && <FieldError id={`${ids.title}-error`} text={titleError} />}
      <label className="vh" htmlFor={ids.text}>
        {COMPOSER_TEXTS.text}
      </label>
      <textarea
        {...textField}
        {...described('text', textError)}
        className="composer__b"
        rows={2}
        placeholder={COMPOSER_TEXTS.textPlaceholder}
        hidden={isPreviewed}
        onKeyDown={composer.onTextKey}
      />
      {isPreviewed && (
        <div className="composer__b composer__p">
          {shownText.trim() === '' ? (
            <p className="t3">{COMPOSER_TEXTS.nothing}</p>
          ) : (
            <Markdown text={shownText} authorId={userId} firstHeading={3} />
          )}
        </div>
      )}
      {textError && <FieldError id={`${ids.text}-error`} text={textError} />}
      <div className="composer__f">
        <ComposerTags {...composer.tags} />
        <div className="composer__do">
          <Room left={composer.left} />
          <Button look="quiet" small aria-pressed={isPreviewed} onClick={composer.togglePreview}>
            {COMPOSER_TEXTS.preview}
          </Button>
          <Button
            look="quiet"
            small
            aria-label={isPublic ? COMPOSER_TEXTS.toPrivate : COMPOSER_TEXTS.toPublic}
            onClick={composer.toggleVisibility}
          >
            <Icon name={isPublic ? 'public' : 'private'} small />
            {isPublic ? COMPOSER_TEXTS.public : COMPOSER_TEXTS.private}
          </Button>
          <Button type="submit" look="primary" small pending={isPending && COMPOSER_TEXTS.posting}>
            {COMPOSER_TEXTS.post}
          </Button>
        </div>
      </div>
    </form>
  );
}
