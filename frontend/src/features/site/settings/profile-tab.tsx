import {
  type CurrentUser,
  PROFILE_TEXT_NAMES,
  PROFILE_RULES,
  PROFILE_TEXTS,
  type ProfileText,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { TextArea } from '../../../ui/text-area.js';
import { FormerUsernames } from './former-usernames.js';
import { ProfileLinksForm } from './profile-links-form.js';
import { ProfileSwitch } from './profile-switch.js';
import { Section } from '../../../ui/section.js';
import { PROFILE_TAB_TEXTS as TEXTS } from './settings.texts.js';
import type { ProfileFormState } from './use-profile-form.js';

interface ProfileTabProps {
  user: CurrentUser;
  form: ProfileFormState;
}

function ProfileForm({ user, form }: ProfileTabProps) {
  const { field, kept, isPending, asksAccessKey, onSubmit, onTakenBack } = form;
  return (
    <form className="settings__form stack" noValidate onSubmit={(event) => void onSubmit(event)}>
      <KeptNotice kept={kept} />
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
      <FormerUsernames onTakenBack={onTakenBack} />
      {PROFILE_TEXT_NAMES.map((name) => {
        const { max, autoComplete }: ProfileText = PROFILE_TEXTS[name];
        return PROFILE_RULES[name].line ? (
          <Field key={name} {...TEXTS.texts[name]} autoComplete={autoComplete} {...field(name)} />
        ) : (
          <TextArea key={name} {...TEXTS.texts[name]} {...field(name)} max={max} />
        );
      })}
      <Field
        label={TEXTS.email}
        note={TEXTS.emailNote}
        hint={
          <Link to="/settings" search={{ tab: 'security' }} className="link">
            {TEXTS.emailHint}
          </Link>
        }
        type="email"
        value={user.email ?? ''}
        readOnly
      />
      <Button look="primary" type="submit" pending={isPending && TEXTS.saving}>
        {TEXTS.save}
      </Button>
    </form>
  );
}

export function ProfileTab({ user, form }: ProfileTabProps) {
  return (
    <>
      <Section title={TEXTS.you}>
        <ProfileForm user={user} form={form} />
      </Section>
      <Section title={TEXTS.privacy}>
        <ProfileSwitch user={user} name="isPublic" texts={TEXTS.public} failed={TEXTS.failed} />
        {user.isPublic && (
          <ProfileSwitch
            user={user}
            name="isVisibleToVisitors"
            texts={TEXTS.visitors}
            failed={TEXTS.failed}
          />
        )}
        {user.isPublic && user.isVisibleToVisitors && (
          <ProfileSwitch user={user} name="hasFeed" texts={TEXTS.feed} failed={TEXTS.failed} />
        )}
      </Section>
      <Section title={TEXTS.elsewhere}>
        <ProfileLinksForm key={user.profileLinks.join(' ')} user={user} />
      </Section>
    </>
  );
}
