import { type CurrentUser, LIMITS } from '@oniverse/contracts';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { Switch } from '../../ui/switch.js';
import { TextArea } from '../../ui/text-area.js';
import { Section } from './section.js';
import { PROFILE_TAB_TEXTS as TEXTS } from './settings.texts.js';
import { useChangeProfile } from './use-change-profile.js';
import type { ProfileFormState } from './use-profile-form.js';

interface ProfileTabProps {
  user: CurrentUser;
  form: ProfileFormState;
}

function ProfileForm({ user, form: { field, isPending, asksAccessKey, onSubmit } }: ProfileTabProps) {
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
      {asksAccessKey && (
        <Field
          label={TEXTS.accessKey}
          hint={TEXTS.accessKeyHint}
          type="password"
          autoComplete="off"
          {...field('accessKey')}
        />
      )}
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

function VisitorsSwitch({ user }: { user: CurrentUser }) {
  const { mutate, isPending, variables } = useChangeProfile(
    ({ isVisibleToVisitors }) => (isVisibleToVisitors ? TEXTS.nowVisible : TEXTS.nowMembersOnly),
    TEXTS.failed,
  );
  return (
    <Switch
      label={TEXTS.visitors}
      hint={user.isPublic ? TEXTS.visitorsHint : TEXTS.visitorsHidden}
      checked={(isPending ? variables.isVisibleToVisitors : undefined) ?? user.isVisibleToVisitors}
      onChange={(isVisibleToVisitors) => {
        if (!isPending) mutate({ isVisibleToVisitors });
      }}
    />
  );
}

export function ProfileTab({ user, form }: ProfileTabProps) {
  return (
    <>
      <Section title={TEXTS.you}>
        <ProfileForm user={user} form={form} />
      </Section>
      <Section title={TEXTS.privacy}>
        <PrivacySwitch user={user} />
        <VisitorsSwitch user={user} />
      </Section>
    </>
  );
}
