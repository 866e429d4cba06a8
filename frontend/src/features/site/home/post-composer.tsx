import './composer.css';
import { isBlank } from '@oniverse/contracts';
import { useId, useRef } from 'react';
import { Markdown } from '../../../markdown/markdown.js';
import { Button } from '../../../ui/button.js';
import { FieldError } from '../../../ui/field.js';
import { Icon } from '../../../ui/icons.js';
import { AddFilesButton, TraySlot, useTray } from '../../talk/attachments/index.js';
import { CompletionStrip, useCompletion } from '../completion/index.js';
import { ComposerTags } from './composer-tags.js';
import { COMPOSER_TEXTS } from './home.texts.js';
import { newPostPlace, usePostComposer } from './use-post-composer.js';

function RemainingCharacters({ remaining }: { remaining: number | null }) {
  if (remaining === null) return null;
  return (
    <output className={remaining < 0 ? 'tiny danger' : 'tiny'}>
      {remaining < 0 ? COMPOSER_TEXTS.over(-remaining) : COMPOSER_TEXTS.left(remaining)}
    </output>
  );
}

export function PostComposer({ userId }: { userId: string }) {
  const composer = usePostComposer(userId);
  const place = newPostPlace(userId);
  const { isOver, onFiles } = useTray(place);
  const { title, text, previewText, isPublic, isPreviewed, isPending, filesProblem } = composer;
  const id = useId();
  const ids = { title: `${id}-title`, text: `${id}-text` };
  const fieldProps = (name: 'title' | 'text', error: string | undefined) => ({
    id: ids[name],
    'aria-invalid': error ? true : undefined,
    'aria-describedby': error ? `${ids[name]}-error` : undefined,
    readOnly: isPending,
  });
  const { error: titleError, ...titleField } = title;
  const { error: textError, ...textField } = text;
  const area = useRef<HTMLTextAreaElement | null>(null);
  const { written, write } = composer;
  const completion = useCompletion({ field: area, text: written, write, userId });
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
        dir="auto"
        {...titleField}
        {...fieldProps('title', titleError)}
        className="composer__title"
        placeholder={COMPOSER_TEXTS.titlePlaceholder}
        autoComplete="off"
        enterKeyHint="next"
        onKeyDown={composer.onTitleKey}
      />
      {titleError && <FieldError id={`${ids.title}-error`} text={titleError} />}
      <label className="vh" htmlFor={ids.text}>
        {COMPOSER_TEXTS.text}
      </label>
      <CompletionStrip list={completion.list} />
      <textarea
        dir="auto"
        {...textField}
        {...fieldProps('text', textError)}
        {...completion.field}
        ref={(element) => {
          textField.ref(element);
          area.current = element;
        }}
        className="composer__body"
        rows={2}
        placeholder={COMPOSER_TEXTS.textPlaceholder}
        hidden={isPreviewed}
        onChange={(event) => {
          void textField.onChange(event);
          completion.onTyped(event);
        }}
        onBlur={(event) => {
          void textField.onBlur(event);
          completion.close();
        }}
        onKeyDown={(event) => {
          if (!completion.onKey(event)) composer.onTextKey(event);
        }}
      />
      {isPreviewed && (
        <div className="composer__body composer__preview">
          {isBlank(previewText) ? (
            <p className="faint">{COMPOSER_TEXTS.nothing}</p>
          ) : (
            <Markdown text={previewText} authorId={userId} firstHeading={3} />
          )}
        </div>
      )}
      {textError && <FieldError id={`${ids.text}-error`} text={textError} />}
      <div className="tray-box composer__files">
        <TraySlot place={place} isOver={isOver} onDone={() => area.current?.focus()} />
      </div>
      <div className="composer__foot">
        <ComposerTags text={composer.previewText} tags={composer.tags} />
        <div className="composer__actions">
          <RemainingCharacters remaining={composer.remaining} />
          <AddFilesButton onFiles={onFiles} />
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
          <Button
            type="submit"
            look="primary"
            small
            pending={isPending && COMPOSER_TEXTS.posting}
            disabled={filesProblem !== undefined}
            {...(filesProblem !== undefined && { 'aria-describedby': `${id}-files` })}
          >
            {COMPOSER_TEXTS.post}
          </Button>
        </div>
      </div>
      <output id={`${id}-files`} className="small composer__problem">
        {filesProblem}
      </output>
      <p className="tiny faint composer__who">
        {isPublic ? COMPOSER_TEXTS.publicText : COMPOSER_TEXTS.privateText}
      </p>
    </form>
  );
}
