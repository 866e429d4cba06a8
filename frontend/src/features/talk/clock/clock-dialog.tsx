import './clock.css';
import { useState } from 'react';
import { serverNow } from '../../../api/server-clock.js';
import { Button } from '../../../ui/button.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { type ClockChoice, useClockChoices } from './clock-choices.js';
import { ClockInput, type ClockPurpose, useClockField } from './clock-field.js';
import { clockTimes } from './clock-times.js';
import { CLOCK_TEXTS } from './clock.texts.js';

interface ClockDialogProps {
  purpose: ClockPurpose;
  texts: {
    title: string;
    text: string;
    form: { discard: string; confirm: string; pending: string };
  };
  /** Times that one button chooses. */
  choices?: readonly ClockChoice[];
  isPending?: boolean;
  error?: string | undefined;
  /** @param at in ms */
  onChoose: (at: number) => void;
  onClose: () => void;
}

const NO_CHOICES: readonly ClockChoice[] = [];

/** Asks for a time. */
export function ClockDialog(props: ClockDialogProps) {
  const { purpose, texts, choices = NO_CHOICES, isPending = false, error, onChoose, onClose } = props;
  const [tomorrow] = useState(() => clockTimes(serverNow()).tomorrow);
  const field = useClockField(purpose, tomorrow);
  const offered = useClockChoices(choices);
  return (
    <FormDialog
      title={texts.title}
      text={texts.text}
      texts={texts.form}
      isPending={isPending}
      isDirty={field.isChanged}
      error={error}
      onSubmit={(event) => {
        event.preventDefault();
        const at = field.read();
        if (at !== undefined) onChoose(at);
      }}
      onClose={onClose}
    >
      {offered.length > 0 && (
        <fieldset aria-label={CLOCK_TEXTS.choices} className="clock-choices">
          {offered.map(({ title, at }) => (
            <Button key={title} small disabled={isPending} onClick={() => onChoose(at)}>
              {title}
            </Button>
          ))}
        </fieldset>
      )}
      <ClockInput field={field} />
    </FormDialog>
  );
}
