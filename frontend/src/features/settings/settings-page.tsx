import './settings.css';
import type { CurrentUser } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
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

const contentOf = (user: CurrentUser): Record<SettingsTab, ReactNode> => ({
  profile: <ProfileTab user={user} />,
  appearance: <AppearanceTab user={user} />,
  security: <SecurityTab user={user} />,
  hidden: <HiddenTab />,
});

function SettingsTabs({ user, place }: { user: CurrentUser; place: SettingsPlace }) {
  const navigate = useNavigate();
  const content = contentOf(user);
  return (
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
