import { type FieldRules, readField } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextArea } from '../ui/text-area.js';
import { ITEM_TEXTS as TEXTS, KEPT_TEXTS } from './forms.texts.js';
import { KeptNotice } from './kept-notice.js';
import { useKeptForm } from './use-kept-values.js';
import { UnsavedChangesPrompt } from './unsaved-changes-prompt.js';
import { validation, showFieldErrors } from './rules.js';
import { tagsValidation, parseTags, formatTags } from './tag-text.js';

/** A post or a profile archive. */
interface MarkdownItem {
  title: string;
  markdownContent: string;
  tags: string[];
}

/** The values of the inputs; tags are comma-separated. */
type FormValues = Record<keyof MarkdownItem, string>;

const FIELDS = ['title', 'markdownContent', 'tags'] as const;

/** Returns the changed fields. Untouched tags are omitted, because the server derives them from the text. */
function changesOf(item: MarkdownItem, typed: FormValues, titleRules: FieldRules): Partial<MarkdownItem> {
  const title = readField(titleRules, typed.title);
  const { markdownContent } = typed;
  return {
    ...(title !== item.title && { title }),
    ...(markdownContent !== item.markdownContent && { markdownContent }),
    ...(typed.tags !== formatTags(item.tags) && { tags: parseTags(typed.tags) }),
  };
}

interface MarkdownItemDialogProps {
  /** What is edited, to keep its unsaved texts. */
  thing: string;
  title: string;
  texts: { discard: string; confirm: string; pending: string };
  item: MarkdownItem;
  rules: Record<'title' | 'markdownContent', FieldRules>;
  /** The limit of the text in characters. */
  max: number;
  isPending: boolean;
  /** Saves the changes, and calls back: the dialog closes, or shows the server's field errors. */
  onSave: (
    changes: Partial<MarkdownItem>,
    callbacks: { onSuccess: () => void; onError: (error: Error) => void },
  ) => void;
  onClose: () => void;
  /** Whether what is in `children` was changed. */
  isChanged?: boolean;
  /** Whether that cannot be saved yet. */
  isBlocked?: boolean;
  children?: ReactNode;
}

export function MarkdownItemDialog(props: MarkdownItemDialogProps) {
  const { thing, title, texts, item, rules, max, isPending, onSave, children } = props;
  const { isChanged = false, isBlocked = false } = props;
  const stored = { ...item, tags: formatTags(item.tags) };
  const form = useForm<FormValues>({ defaultValues: stored });
  const { register, handleSubmit, formState, setError } = form;
  const { errors } = formState;
  const isDirty = formState.isDirty || isChanged;
  const kept = useKeptForm(thing, stored, form);
  const close = () => {
    kept.forget();
    props.onClose();
  };
  const submit = handleSubmit((typed) => {
    if (kept.newer.length > 0 || isBlocked) return;
    onSave(changesOf(item, typed, rules.title), {
      onSuccess: close,
      onError: (error) =>
        showFieldErrors<FormValues>(error, FIELDS, (name, message) => setError(name, { message })),
    });
  });
  return (
    <FormDialog
      wide
      title={title}
      texts={texts}
      isPending={isPending}
      isBlocked={isBlocked}
      isDirty={isDirty}
      onSubmit={submit}
      onClose={close}
    >
      <KeptNotice kept={kept} />
      <Field
        label={TEXTS.title}
        autoComplete="off"
        error={errors.title?.message}
        {...register('title', validation(rules.title))}
      />
      <TextArea
        label={TEXTS.markdownContent}
        rows={10}
        {...register('markdownContent', validation(rules.markdownContent))}
        max={max}
        error={errors.markdownContent?.message}
      />
      <Field
        label={TEXTS.tags}
        note={TEXTS.optional}
        error={errors.tags?.message}
        {...register('tags', tagsValidation)}
      />
      {children}
      <UnsavedChangesPrompt isDirty={isDirty} text={KEPT_TEXTS.leave} />
    </FormDialog>
  );
}
