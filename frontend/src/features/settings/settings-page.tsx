import './settings.css';
import type { CurrentUser } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LeaveQuestion } from '../../forms/leave-question.js';
import { useSession } from '../../session/session.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { usePageTitle } from '../../ui/page-title.js';
import { Tabs } from '../../ui/tabs.js';
import { AccessDenied } from '../pages/access-denied.js';
import { PageFrame } from '../pages/page-frame.js';
import { AppearanceTab } from './appearance-tab.js';
import { HiddenTab } from './hidden-tab.js';
import { ProfileTab } from './profile-tab.js';
import { SecurityTab } from './security-tab.js';
import { SETTINGS_TABS, type SettingsPlace, type SettingsTab } from './settings-tab.js';
import { SETTINGS_TEXTS } from './settings.texts.js';
import { usePasswordForm } from './use-password-form.js';
import { useProfileForm } from './use-profile-form.js';
import { useProfileLooks } from './use-profile-looks.js';

function SettingsTabs({ user, place }: { user: CurrentUser; place: SettingsPlace }) {
  const navigate = useNavigate();
  // The forms are the page's: what is typed in one tab is still there after a look at another.
  const profile = useProfileForm(user);
  const looks = useProfileLooks(user);
  const password = usePasswordForm();
  const content: Record<SettingsTab, ReactNode> = {
    profile: <ProfileTab user={user} form={profile} />,
    appearance: <AppearanceTab looks={looks} />,
    security: <SecurityTab user={user} form={password} />,
    hidden: <HiddenTab />,
  };
  return (
    <>
      <Tabs
        label={SETTINGS_TEXTS.title}
        value={place.tab ?? SETTINGS_TABS[0]}
        tabs={SETTINGS_TABS.map((tab) => ({
          value: tab,
          title: SETTINGS_TEXTS.tabs[tab],
          content: content[tab],
        }))}
        onChange={(tab) =>
          void navigate({ to: '/settings', search: tab === SETTINGS_TABS[0] ? {} : { tab }, replace: true })
        }
      />
      <LeaveQuestion isDirty={profile.isDirty || looks.isDirty || password.isDirty} />
    </>
  );
}

/** `/settings`: who one is, how it looks, who may come in, and what is hidden. */
export function SettingsPage({ place }: { place: SettingsPlace }) {
  usePageTitle(SETTINGS_TEXTS.title);
  const { status, user } = useSession();
  return (
    <PageFrame className="page wrap set">
      {status === 'anonymous' && <AccessDenied text={SETTINGS_TEXTS.denied} />}
      {status !== 'anonymous' && <h1 className="h1">{SETTINGS_TEXTS.title}</h1>}
      {status === 'loading' && <LoadingFigure text={SETTINGS_TEXTS.loading} />}
      {status === 'member' && <SettingsTabs user={user} place={place} />}
    </PageFrame>
  );
}
