import { type FieldRules, readField } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { TextArea } from '../ui/text-area.js';
import { LeaveQuestion } from './leave-question.js';
import { holds, showFields } from './rules.js';
import { holdsTags, tagsIn, textOfTags } from './tag-text.js';

/** A text with its title and its tags: a post, a profile archive. */
interface Written {
  title: string;
  markdownContent: string;
  tags: string[];
}

/** As it is typed: tags parted by commas. */
type Typed = Record<keyof Written, string>;

const NAMES = ['title', 'markdownContent', 'tags'] as const;
const TEXTS = { title: 'Title', markdownContent: 'Markdown', tags: 'Tags', optional: 'optional' } as const;

/** What was changed: tags that came from the text stay the text's where nobody touched them. */
function changesOf(held: Written, typed: Typed, titleRules: FieldRules): Partial<Written> {
  const title = readField(titleRules, typed.title);
  const { markdownContent } = typed;
  return {
    ...(title !== held.title && { title }),
    ...(markdownContent !== held.markdownContent && { markdownContent }),
    ...(typed.tags !== textOfTags(held.tags) && { tags: tagsIn(typed.tags) }),
  };
}

interface WrittenDialogProps {
  title: string;
  texts: { discard: string; confirm: string; pending: string };
  written: Written;
  rules: Record<'title' | 'markdownContent', FieldRules>;
  /** How many characters the text may have. */
  max: number;
  isPending: boolean;
  /** Saves what was changed; `onError` puts what the server found wrong under the inputs. */
  onSave: (changes: Partial<Written>, onError: (error: Error) => void) => void;
  onClose: () => void;
  /** What else can be changed. */
  children?: ReactNode;
}

/** Changes something written: its title, its text and its tags. What is typed stays until it is saved or let go. */
export function WrittenDialog(props: WrittenDialogProps) {
  const { title, texts, written, rules, max, isPending, onSave, onClose, children } = props;
  const { register, handleSubmit, formState, setError } = useForm<Typed>({
    defaultValues: { ...written, tags: textOfTags(written.tags) },
  });
  const { errors, isDirty } = formState;
  const submit = handleSubmit((typed) =>
    onSave(changesOf(written, typed, rules.title), (error) =>
      showFields<Typed>(error, NAMES, (name, message) => setError(name, { message })),
    ),
  );
  return (
    <FormDialog
      wide
      title={title}
      texts={texts}
      isPending={isPending}
      isDirty={isDirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={TEXTS.title}
        autoComplete="off"
        error={errors.title?.message}
        {...register('title', holds(rules.title))}
      />
      <TextArea
        label={TEXTS.markdownContent}
        rows={10}
        {...register('markdownContent', holds(rules.markdownContent))}
        max={max}
        error={errors.markdownContent?.message}
      />
      <Field
        label={TEXTS.tags}
        note={TEXTS.optional}
        error={errors.tags?.message}
        {...register('tags', holdsTags)}
      />
      {children}
      <LeaveQuestion isDirty={isDirty} />
    </FormDialog>
  );
}
