import './profile.css';
import type { PublicProfile } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { ProfileTheme } from '../../../theme/profile-theme.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { DesktopIcons, type DesktopPage } from './desktop-icons.js';

interface ProfileFrameProps {
  profile: Pick<PublicProfile, 'profileTheme' | 'profileThemeMode'>;
  loading: string;
  desktopPages: readonly DesktopPage[];
  children: ReactNode;
}

/** Applies a member's theme to the whole page, including the navigation. */
export function ProfileFrame({ profile, loading, desktopPages, children }: ProfileFrameProps) {
  return (
    <ProfileTheme
      theme={profile.profileTheme}
      mode={profile.profileThemeMode}
      fallback={
        <PageFrame className="profile">
          <LoadingFigure text={loading} />
        </PageFrame>
      }
    >
      <PageFrame className="profile">
        {children}
        <DesktopIcons desktopPages={desktopPages} />
      </PageFrame>
    </ProfileTheme>
  );
}
