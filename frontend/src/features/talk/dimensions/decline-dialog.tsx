import { DECLINE_WORD, HELD_MESSAGE_LIMITS } from '@oniverse/contracts';
import { type FormEvent, type ReactNode, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';

const NO_WORD = { word: '' };

interface DeclineDialogProps {
  /** What is declined. */
  id: string;
  title: string;
  texts: {
    word: string;
    wordNote: string;
    /** What a toast says then. */
    done: string;
    form: { discard: string; confirm: string; pending: string };
  };
  decline: {
    mutate: (declined: { id: string; word: string }, options: { onSuccess: () => void }) => void;
    isPending: boolean;
    error: Error | null;
  };
  onClose: () => void;
  /** What staff decline, to read again. */
  children: ReactNode;
}

/** Asks staff for a word to the author of what they decline. */
export function DeclineDialog({ id, title, texts, decline, onClose, children }: DeclineDialogProps) {
  const { mutate, isPending, error } = decline;
  const [word, setWord] = useState('');
  const kept = useKeptValues(`decline:${id}`, {
    stored: NO_WORD,
    values: { word },
    setValues: (values) => setWord(values.word),
  });
  const close = () => {
    kept.forget();
    onClose();
  };
  const wordError = violationOf(DECLINE_WORD, word);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wordError !== undefined) return;
    mutate(
      { id, word },
      {
        onSuccess: () => {
          showToast({ title: texts.done });
          close();
        },
      },
    );
  };
  return (
    <FormDialog
      title={title}
      texts={texts.form}
      isPending={isPending}
      isDirty={word.trim() !== ''}
      error={error ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={close}
    >
      <KeptNotice kept={kept} />
      {children}
      <TextArea
        label={texts.word}
        note={texts.wordNote}
        max={HELD_MESSAGE_LIMITS.word.max}
        value={word}
        error={wordError}
        onChange={({ target }) => setWord(target.value)}
      />
    </FormDialog>
  );
}
