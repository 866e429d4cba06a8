import { joinWaitlist, readField, WAITLIST_RULES, type WaitlistBody } from '@oniverse/contracts';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import * as v from 'valibot';
import { HttpError, sendUnchecked, serverMessageOf } from '../../../api/http.js';
import { orNone, parseOr } from '../../../api/parse.js';
import { violationOf } from '../../../api/sentences.js';
import { useRestoreFocusAfterSubmit } from '../../../forms/use-restore-focus-after-submit.js';
import { WAITLIST_TEXTS } from './landing.texts.js';

const FIELDS = ['email', 'oni_id', 'access_key'] as const;
export type WaitlistField = (typeof FIELDS)[number];
type Values = Record<WaitlistField, string>;
type Errors = Partial<Record<WaitlistField, string>>;

export interface WaitlistStatus {
  state: 'idle' | 'submitting' | 'success' | 'failure';
  text: string;
}

const EMPTY: Values = { email: '', oni_id: '', access_key: '' };
const IDLE: WaitlistStatus = { state: 'idle', text: '' };

function errorsOf(values: Values): Errors {
  const errors: Errors = {};
  for (const field of FIELDS) {
    const message = violationOf(WAITLIST_RULES[field], values[field]);
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}

const bodyOf = (values: Values): WaitlistBody => ({
  email: readField(WAITLIST_RULES.email, values.email),
  oni_id: readField(WAITLIST_RULES.oni_id, values.oni_id),
  access_key: values.access_key,
  source: 'landing',
});

const answerSchema = v.object({
  ok: orNone(v.boolean()),
  message: orNone(v.string()),
  error: orNone(v.string()),
});

async function submitToWaitlist(values: Values): Promise<WaitlistStatus> {
  try {
    const answer = await sendUnchecked(joinWaitlist, { body: bodyOf(values) });
    const read = parseOr(answerSchema, answer, undefined);
    if (!read?.ok) return { state: 'failure', text: WAITLIST_TEXTS.failed(read?.error) };
    return { state: 'success', text: read.message || WAITLIST_TEXTS.confirmed };
  } catch (error) {
    if (!(error instanceof HttpError)) return { state: 'failure', text: WAITLIST_TEXTS.unreachable };
    const text = serverMessageOf(error) ?? parseOr(answerSchema, error.body, undefined)?.error;
    return { state: 'failure', text: WAITLIST_TEXTS.failed(text) };
  }
}

function focusField(form: HTMLFormElement, name: WaitlistField): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLElement) input.focus();
}

export function useWaitlistForm() {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [status, setStatus] = useState(IDLE);
  const submitting = status.state === 'submitting';
  const keepFocus = useRestoreFocusAfterSubmit(submitting);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitting) return;
    const violations = errorsOf(values);
    setErrors(violations);
    const first = FIELDS.find((name) => violations[name] !== undefined);
    if (first) {
      setStatus(IDLE);
      focusField(event.currentTarget, first);
      return;
    }
    keepFocus();
    setStatus({ state: 'submitting', text: '' });
    const result = await submitToWaitlist(values);
    setStatus(result);
    if (result.state === 'success') setValues(EMPTY);
  };

  const field = (name: WaitlistField) => ({
    name,
    value: values[name],
    error: errors[name],
    disabled: submitting,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const text = event.target.value;
      setValues((now) => ({ ...now, [name]: text }));
      setErrors(({ [name]: _fixed, ...others }) => others);
    },
  });

  return { field, onSubmit, status, submitting, disabled: submitting || values.email.trim() === '' };
}
