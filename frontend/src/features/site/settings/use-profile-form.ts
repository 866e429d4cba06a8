import {
  type CurrentUser,
  mapProfileTexts,
  PROFILE_RULES,
  PROFILE_TEXT_NAMES,
  type ProfileBody,
  type ProfileTextName,
  readField,
  RESERVED_USERNAMES,
} from '@oniverse/contracts';
import { useEffect, useState } from 'react';
import { type FieldErrors, useForm, useWatch } from 'react-hook-form';
import { isProblem } from '../../../api/http.js';
import { validation, showFieldErrors } from '../../../forms/rules.js';
import { useKeptValues } from '../../../forms/use-kept-values.js';
import { showToast } from '../../../ui/toast-store.js';
import { PROFILE_TAB_TEXTS as TEXTS } from './settings.texts.js';
import { useChangeProfile } from './use-change-profile.js';

interface Values extends Record<ProfileTextName, string> {
  username: string;
  /** The key of an Oni ID reserved on the waitlist. */
  accessKey: string;
}

const FIELDS = ['username', 'accessKey', ...PROFILE_TEXT_NAMES] as const;

const textsOf = (user: CurrentUser): Record<ProfileTextName, string> =>
  mapProfileTexts((_, name) => user[name] ?? '');

const valuesOf = (user: CurrentUser): Values => ({
  username: user.username,
  accessKey: '',
  ...textsOf(user),
});

const usernameOf = (values: Pick<Values, 'username'>): string =>
  readField(PROFILE_RULES.username, values.username);

/** Returns whether a name was refused because someone on the waitlist reserved it and has its access key. */
const isReservedOnWaitlist = (error: unknown, username: string): boolean =>
  isProblem(error, 'username_reserved') && !RESERVED_USERNAMES.has(username);

/** Omits an empty Oni name and other unchanged texts, which clear the stored ones when they are empty. */
function bodyOf(values: Values, user: CurrentUser, claimed: string | undefined): ProfileBody {
  const username = usernameOf(values);
  const texts = mapProfileTexts((_, name) => readField(PROFILE_RULES[name], values[name]));
  const { displayName } = texts;
  const changed = PROFILE_TEXT_NAMES.filter(
    (name) => name !== 'displayName' && texts[name] !== (user[name] ?? ''),
  );
  return {
    username,
    ...(username === claimed && values.accessKey && { accessKey: values.accessKey }),
    ...(displayName && { displayName }),
    ...Object.fromEntries(changed.map((name) => [name, texts[name] || null])),
  };
}

/** Typed values survive a failed submission. */
export function useProfileForm(user: CurrentUser) {
  const { register, handleSubmit, formState, setError, setFocus, setValue, reset, resetField, control } =
    useForm<Values>({
      defaultValues: valuesOf(user),
    });
  const typed = useWatch({ control, compute: (values: Values) => values });
  const kept = useKeptValues('settings', {
    stored: textsOf(user),
    values: typed,
    setValues: (texts) => {
      for (const name of PROFILE_TEXT_NAMES) setValue(name, texts[name], { shouldDirty: true });
    },
  });
  const [claimed, setClaimed] = useState<string>();
  useEffect(() => {
    if (claimed !== undefined) setFocus('accessKey');
  }, [claimed, setFocus]);
  const { mutate, isPending } = useChangeProfile(() => TEXTS.saved, TEXTS.failed);
  const field = (name: keyof Values) => ({
    ...register(name, validation(PROFILE_RULES[name])),
    error: formState.errors[name]?.message,
  });
  const showErrors = (errors: FieldErrors<Values>) => {
    const description = FIELDS.map((name) => errors[name]?.message).find(Boolean);
    showToast({ title: TEXTS.invalid, ...(description && { description }), variant: 'destructive' });
  };
  const submit = (values: Values) =>
    mutate(bodyOf(values, user, claimed), {
      onSuccess: (changed) => {
        setClaimed(undefined);
        reset(valuesOf(changed));
        kept.forget();
      },
      onError: (error) => {
        showFieldErrors<Values>(error, FIELDS, (name, message) => setError(name, { message }));
        const sent = usernameOf(values);
        if (!isReservedOnWaitlist(error, sent)) return;
        if (sent === claimed && values.accessKey) {
          setError('accessKey', { message: TEXTS.wrongAccessKey }, { shouldFocus: true });
        } else resetField('accessKey');
        setClaimed(sent);
      },
    });
  return {
    field,
    kept,
    isPending,
    isDirty: formState.isDirty,
    asksAccessKey: claimed !== undefined && usernameOf(typed) === claimed,
    onTakenBack: (taken: string) => resetField('username', { defaultValue: taken }),
    onSubmit: handleSubmit(submit, showErrors),
  };
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;
