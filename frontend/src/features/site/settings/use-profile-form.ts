import {
  type CurrentUser,
  PROFILE_RULES,
  type ProfileBody,
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

interface Values {
  username: string;
  /** The key of an Oni ID reserved on the waitlist. */
  accessKey: string;
  displayName: string;
  bio: string;
}

const valuesOf = ({ username, displayName, bio }: CurrentUser): Values => ({
  username,
  accessKey: '',
  displayName: displayName ?? '',
  bio: bio ?? '',
});

const usernameOf = (values: Pick<Values, 'username'>): string =>
  readField(PROFILE_RULES.username, values.username);

/** Returns whether a name was refused because someone on the waitlist reserved it and has its access key. */
const isReservedOnWaitlist = (error: unknown, username: string): boolean =>
  isProblem(error, 'username_reserved') && !RESERVED_USERNAMES.has(username);

/** Omits an empty Oni name and an unchanged bio. An empty bio clears the stored one. */
function bodyOf(values: Values, user: CurrentUser, claimed: string | undefined): ProfileBody {
  const username = usernameOf(values);
  const displayName = readField(PROFILE_RULES.displayName, values.displayName);
  const bio = readField(PROFILE_RULES.bio, values.bio);
  return {
    username,
    ...(username === claimed && values.accessKey && { accessKey: values.accessKey }),
    ...(displayName && { displayName }),
    ...(bio !== (user.bio ?? '') && { bio: bio || null }),
  };
}

/** Typed values survive a failed submission. */
export function useProfileForm(user: CurrentUser) {
  const { register, handleSubmit, formState, setError, setFocus, setValue, reset, resetField, control } =
    useForm<Values>({
      defaultValues: valuesOf(user),
    });
  const [username, displayName, bio] = useWatch({ control, name: ['username', 'displayName', 'bio'] });
  const saved = valuesOf(user);
  const kept = useKeptValues('settings', {
    stored: { displayName: saved.displayName, bio: saved.bio },
    values: { displayName, bio },
    setValues: (texts) => {
      setValue('displayName', texts.displayName, { shouldDirty: true });
      setValue('bio', texts.bio, { shouldDirty: true });
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
    const description = (errors.username ?? errors.accessKey ?? errors.displayName ?? errors.bio)?.message;
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
        showFieldErrors<Values>(error, ['username', 'accessKey', 'displayName', 'bio'], (name, message) =>
          setError(name, { message }),
        );
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
    asksAccessKey: claimed !== undefined && usernameOf({ username }) === claimed,
    onTakenBack: (taken: string) => resetField('username', { defaultValue: taken }),
    onSubmit: handleSubmit(submit, showErrors),
  };
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;
