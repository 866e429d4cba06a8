import { type CurrentUser, type ProfileBody, readField, RULES } from '@oniverse/contracts';
import { type FieldErrors, useForm } from 'react-hook-form';
import { holds, showFields } from '../../forms/rules.js';
import { showToast } from '../../ui/toast-store.js';
import { PROFILE_TAB_TEXTS as TEXTS } from './settings.texts.js';
import { useChangeProfile } from './use-change-profile.js';

interface Values {
  username: string;
  displayName: string;
  bio: string;
}

const valuesOf = ({ username, displayName, bio }: CurrentUser): Values => ({
  username,
  displayName: displayName ?? '',
  bio: bio ?? '',
});

/** What is sent: an empty Oni name is left out; the bio goes along where it was changed, and empty clears it. */
function bodyOf(values: Values, user: CurrentUser): ProfileBody {
  const username = readField(RULES.profile.username, values.username);
  const displayName = readField(RULES.profile.displayName, values.displayName);
  const bio = readField(RULES.profile.bio, values.bio);
  return {
    username,
    ...(displayName && { displayName }),
    ...(bio !== (user.bio ?? '') && { bio: bio || null }),
  };
}

/** The form of who one is; what was typed stays where it did not work. */
export function useProfileForm(user: CurrentUser) {
  const { register, handleSubmit, formState, setError, reset } = useForm<Values>({
    defaultValues: valuesOf(user),
  });
  const { mutate, isPending } = useChangeProfile(() => TEXTS.saved, TEXTS.failed);
  const field = (name: keyof Values) => ({
    ...register(name, holds(RULES.profile[name])),
    error: formState.errors[name]?.message,
  });
  const refuse = ({ username, displayName, bio }: FieldErrors<Values>) => {
    const description = (username ?? displayName ?? bio)?.message;
    showToast({ title: TEXTS.invalid, ...(description && { description }), variant: 'destructive' });
  };
  const send = (values: Values) =>
    mutate(bodyOf(values, user), {
      onSuccess: (changed) => reset(valuesOf(changed)),
      onError: (error) =>
        showFields<Values>(error, ['username', 'displayName', 'bio'], (name, message) =>
          setError(name, { message }),
        ),
    });
  return { field, isPending, isDirty: formState.isDirty, onSubmit: handleSubmit(send, refuse) };
}

export type ProfileFormState = ReturnType<typeof useProfileForm>;
