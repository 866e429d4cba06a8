import { type CurrentUser, LIMITS, type ProfileBody, readField, RULES } from '@oniverse/contracts';
import { type FieldErrors, useForm } from 'react-hook-form';
import { holds, showFields } from '../../forms/rules.js';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Switch } from '../../ui/switch.js';
import { TextArea } from '../../ui/text-area.js';
import { showToast } from '../../ui/toast-store.js';
import { Section } from './section.js';
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

function useProfileForm(user: CurrentUser) {
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
  return { field, isPending, onSubmit: handleSubmit(send, refuse) };
}

function ProfileForm({ user }: { user: CurrentUser }) {
  const { field, isPending, onSubmit } = useProfileForm(user);
  return (
    <form className="set__form stack" noValidate onSubmit={(event) => void onSubmit(event)}>
      <Field
        label={TEXTS.oniId}
        hint={TEXTS.oniIdHint(user.username)}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...field('username')}
      />
      <Field
        label={TEXTS.oniName}
        hint={TEXTS.oniNameHint}
        autoComplete="nickname"
        {...field('displayName')}
      />
      <TextArea label={TEXTS.bio} {...field('bio')} max={LIMITS.bio.max} />
      <Field label={TEXTS.email} note={TEXTS.emailNote} type="email" value={user.email} readOnly />
      <Button look="primary" type="submit" pending={isPending && TEXTS.saving}>
        {TEXTS.save}
      </Button>
    </form>
  );
}

function PrivacySwitch({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useChangeProfile(
    ({ isPublic }) => (isPublic ? TEXTS.nowPublic : TEXTS.nowPrivate),
    TEXTS.failed,
  );
  return (
    <Switch
      label={TEXTS.public}
      hint={TEXTS.publicHint}
      checked={(isPending ? variables.isPublic : undefined) ?? user.isPublic}
      onChange={(isPublic) => {
        if (!isPending) mutate({ isPublic });
      }}
    />
  );
}

/** Who one is, and who may see it. */
export function ProfileTab({ user }: { user: CurrentUser }) {
  return (
    <>
      <Section title={TEXTS.you}>
        <ProfileForm user={user} />
      </Section>
      <Section title={TEXTS.privacy}>
        <PrivacySwitch user={user} />
      </Section>
    </>
  );
}
