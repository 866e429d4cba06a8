import './settings.css';
import type { CurrentUser } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { UnsavedChangesPrompt } from '../../../forms/unsaved-changes-prompt.js';
import { useSession } from '../../../session/session.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { Tabs } from '../../../ui/tabs.js';
import { AccessDenied } from '../../../frame/access-denied.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { AttentionSettings } from '../../talk/attention/index.js';
import { NotificationControls } from '../../talk/notifications/index.js';
import { YourReports } from '../../safety/reports/index.js';
import { PrivacyTab } from '../../safety/safety/index.js';
import { YourMeasures } from '../../account/measures/index.js';
import { SecurityTab, useSecurityForms } from '../../account/security/index.js';
import { AppearanceTab } from './appearance-tab.js';
import { FirstMessages } from './first-messages.js';
import { HiddenTab } from './hidden-tab.js';
import { ProfileTab } from './profile-tab.js';
import { SETTINGS_TABS, type SettingsSearch, type SettingsTab } from './settings-tab.js';
import { SETTINGS_TEXTS } from './settings.texts.js';
import { useProfileForm } from './use-profile-form.js';
import { useProfileAppearance } from './use-profile-appearance.js';

function SettingsTabs({ user, search }: { user: CurrentUser; search: SettingsSearch }) {
  const navigate = useNavigate();
  // The form state lives here so that it survives switching tabs.
  const profile = useProfileForm(user);
  const looks = useProfileAppearance(user);
  const security = useSecurityForms(user);
  const content: Record<SettingsTab, ReactNode> = {
    profile: <ProfileTab user={user} form={profile} />,
    appearance: <AppearanceTab user={user} looks={looks} />,
    security: <SecurityTab user={user} forms={security} />,
    notifications: (
      <>
        <NotificationControls />
        <AttentionSettings />
      </>
    ),
    hidden: <HiddenTab />,
    privacy: (
      <>
        <FirstMessages user={user} />
        <PrivacyTab />
        <Suspense fallback={null}>
          <YourMeasures />
          <YourReports />
        </Suspense>
      </>
    ),
  };
  return (
    <>
      <Tabs
        label={SETTINGS_TEXTS.title}
        value={search.tab ?? SETTINGS_TABS[0]}
        tabs={SETTINGS_TABS.map((tab) => ({
          value: tab,
          title: SETTINGS_TEXTS.tabs[tab],
          content: content[tab],
        }))}
        onChange={(tab) =>
          void navigate({ to: '/settings', search: tab === SETTINGS_TABS[0] ? {} : { tab }, replace: true })
        }
      />
      <UnsavedChangesPrompt isDirty={profile.isDirty || looks.isDirty || security.isDirty} />
    </>
  );
}

export default function SettingsPage({ search }: { search: SettingsSearch }) {
  usePageTitle(SETTINGS_TEXTS.title);
  const { status, user } = useSession();
  return (
    <PageFrame className="page wrap settings">
      {status === 'anonymous' && <AccessDenied text={SETTINGS_TEXTS.denied} />}
      {status !== 'anonymous' && <h1 className="h1">{SETTINGS_TEXTS.title}</h1>}
      {status === 'loading' && <LoadingFigure text={SETTINGS_TEXTS.loading} />}
      {status === 'member' && <SettingsTabs user={user} search={search} />}
    </PageFrame>
  );
}
