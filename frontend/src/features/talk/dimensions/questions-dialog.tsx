import { APPLICATION_LIMITS, QUESTION, type ServerView } from '@oniverse/contracts';
import { useForm } from 'react-hook-form';
import { fieldMessagesOf } from '../../../api/field-messages.js';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptForm } from '../../../forms/use-kept-values.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { showToast } from '../../../ui/toast-store.js';
import { useSetQuestions } from './applications.queries.js';
import { QUESTION_TEXTS as TEXTS } from './applications.texts.js';

const FIELDS = Array.from(
  { length: APPLICATION_LIMITS.questions },
  (_, index) => `question${index}` as const,
);

/** Returns the texts of the fields, with empty ones for the questions that are not asked. */
const textsOf = (questions: readonly string[]): Record<string, string> =>
  Object.fromEntries(FIELDS.map((name, index) => [name, questions[index] ?? '']));

/** An empty field asks nothing. */
const validate = (text: string) => (text.trim() === '' ? true : (violationOf(QUESTION, text) ?? true));

/** The questions of a public dimension, which its staff change as a whole. */
export default function QuestionsDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const { mutate: save, isPending, error } = useSetQuestions(server.id);
  const stored = textsOf(server.questions);
  const form = useForm({ defaultValues: stored });
  const { register, handleSubmit, formState } = form;
  const kept = useKeptForm(`questions:${server.id}`, stored, form);
  const close = () => {
    kept.forget();
    onClose();
  };
  const submit = handleSubmit((texts) => {
    if (kept.newer.length > 0) return;
    const questions = FIELDS.flatMap((name) => texts[name]?.trim() || []);
    save(questions, {
      onSuccess: () => {
        showToast({ title: TEXTS.saved });
        close();
      },
    });
  });
  const failure = error ? (fieldMessagesOf(error)['questions'] ?? failureMessageOf(error)) : undefined;
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.text}
      texts={TEXTS.form}
      isPending={isPending}
      isDirty={formState.isDirty}
      error={failure}
      onSubmit={submit}
      onClose={close}
    >
      <KeptNotice kept={kept} />
      {FIELDS.map((name, index) => (
        <Field
          key={name}
          label={TEXTS.question(index + 1)}
          note={TEXTS.optional}
          autoComplete="off"
          error={formState.errors[name]?.message}
          {...register(name, { validate })}
        />
      ))}
    </FormDialog>
  );
}
