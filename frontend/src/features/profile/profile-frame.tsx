import type { PublicProfile } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { ProfileTheme } from '../../theme/profile-theme.js';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { PageFrame } from '../pages/page-frame.js';
import { DeskIcons, type Place } from './desk-icons.js';

interface ProfileFrameProps {
  profile: Pick<PublicProfile, 'profileTheme' | 'profileThemeMode'>;
  /** What is said until the looks of its theme are there. */
  loading: string;
  /** What lies on the desk, where the theme has one. */
  places: readonly Place[];
  children: ReactNode;
}

/** A member's page with all that stands around it: everything wears the profile's theme, the navigation too. */
export function ProfileFrame({ profile, loading, places, children }: ProfileFrameProps) {
  return (
    <ProfileTheme
      theme={profile.profileTheme}
      mode={profile.profileThemeMode}
      fallback={
        <PageFrame className="prof">
          <LoadingFigure text={loading} />
        </PageFrame>
      }
    >
      <PageFrame className="prof">
        {children}
        <DeskIcons places={places} />
      </PageFrame>
    </ProfileTheme>
  );
}
