import type { CurrentUser } from '@oniverse/contracts';
import { useState } from 'react';
import { profileThemeOf } from '../../../theme/profile-theme.js';
import type { Mode } from '../../../theme/theme.js';
import { APPEARANCE_TEXTS as TEXTS } from './settings.texts.js';
import { useChangeProfile } from './use-change-profile.js';

export function useProfileAppearance(user: CurrentUser) {
  const saved = profileThemeOf(user.profileTheme);
  const [theme, setTheme] = useState(saved);
  const [mode, setMode] = useState<Mode>(user.profileThemeMode);
  const { mutate, isPending } = useChangeProfile(() => TEXTS.saved, TEXTS.failed);
  return {
    theme,
    setTheme,
    mode,
    setMode,
    isPending,
    isDirty: theme !== saved || mode !== user.profileThemeMode,
    onSave: () => mutate({ profileTheme: theme, profileThemeMode: mode }),
  };
}

export type ProfileAppearanceState = ReturnType<typeof useProfileAppearance>;
