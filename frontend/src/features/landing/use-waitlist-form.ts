import { brokenRule, readField, RULES, type WaitlistBody } from '@oniverse/contracts';
import { type ChangeEvent, type FormEvent, useState } from 'react';
import { isRecord, isText } from '../../api/guards.js';
import { http, HttpError, serverMessageOf } from '../../api/http.js';
import { useKeptFocus } from '../../forms/use-kept-focus.js';
import { WAITLIST_TEXTS } from './landing.texts.js';

const FIELDS = ['email', 'oni_id', 'access_key'] as const;
export type WaitlistField = (typeof FIELDS)[number];
type Values = Record<WaitlistField, string>;
type Errors = Partial<Record<WaitlistField, string>>;

/** Where the form stands; `text` is what it says of it. */
export interface WaitlistStatus {
  state: 'idle' | 'submitting' | 'success' | 'failure';
  text: string;
}

const EMPTY: Values = { email: '', oni_id: '', access_key: '' };
const IDLE: WaitlistStatus = { state: 'idle', text: '' };

function errorsOf(values: Values): Errors {
  const errors: Errors = {};
  for (const field of FIELDS) {
    const message = brokenRule(RULES.waitlist[field], values[field]);
    if (message !== undefined) errors[field] = message;
  }
  return errors;
}

const bodyOf = (values: Values): WaitlistBody => ({
  email: readField(RULES.waitlist.email, values.email),
  oni_id: readField(RULES.waitlist.oni_id, values.oni_id),
  access_key: values.access_key,
  source: 'landing',
});

/** What the waitlist's own form of a failure says, else what any failure says. */
function errorText(answer: unknown): string | undefined {
  if (!isRecord(answer)) return undefined;
  return [answer['error'], answer['message']].find(isText);
}

async function submit(values: Values): Promise<WaitlistStatus> {
  try {
    const answer = await http('/api/waitlist', { method: 'POST', body: bodyOf(values) });
    const { ok, message } = isRecord(answer) ? answer : {};
    if (ok !== true) return { state: 'failure', text: WAITLIST_TEXTS.failed(errorText(answer)) };
    return { state: 'success', text: isText(message) && message ? message : WAITLIST_TEXTS.confirmed };
  } catch (error) {
    if (!(error instanceof HttpError)) return { state: 'failure', text: WAITLIST_TEXTS.unreachable };
    const text = error.code === 'rate_limited' ? serverMessageOf(error) : errorText(error.answer);
    return { state: 'failure', text: WAITLIST_TEXTS.failed(text) };
  }
}

function focusField(form: HTMLFormElement, name: WaitlistField): void {
  const input = form.elements.namedItem(name);
  if (input instanceof HTMLElement) input.focus();
}

/** The waitlist form: its texts, its rules, and what becomes of a submission. */
export function useWaitlistForm() {
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});
  const [status, setStatus] = useState(IDLE);
  const submitting = status.state === 'submitting';
  const keepFocus = useKeptFocus(submitting);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (submitting) return;
    const broken = errorsOf(values);
    setErrors(broken);
    const first = FIELDS.find((name) => broken[name] !== undefined);
    if (first) {
      setStatus(IDLE);
      focusField(event.currentTarget, first);
      return;
    }
    keepFocus();
    setStatus({ state: 'submitting', text: '' });
    const result = await submit(values);
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
      setErrors(({ [name]: _mended, ...others }) => others);
    },
  });

  return { field, onSubmit, status, submitting, disabled: submitting || values.email.trim() === '' };
}
