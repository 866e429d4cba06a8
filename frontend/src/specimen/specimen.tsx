import './specimen.css';
import { PROFILE_THEMES } from '@oniverse/contracts';
import { useState } from 'react';
import { ProfileTheme, profileThemeOf } from '../theme/profile-theme.js';
import { chooseTheme, type Mode, useTheme } from '../theme/theme.js';
import { Segmented } from '../ui/segmented.js';
import { StarField } from '../ui/star-field.js';
import { Toaster } from '../ui/toaster.js';
import { Tooltips } from '../ui/tooltip.js';
import { ChannelFileParts } from './channel-file-parts.js';
import { FigureParts } from './figure-parts.js';
import { FileParts } from './file-parts.js';
import { FormParts } from './form-parts.js';
import { OverlayParts } from './overlay-parts.js';
import { PageParts } from './page-parts.js';
import { PathParts } from './path-parts.js';
import { SecurityParts } from './security-parts.js';
import { SignInParts } from './sign-in-parts.js';
import { SmallParts } from './small-parts.js';
import { TalkParts } from './talk-parts.js';

const MODES = [
  { value: 'dark', title: 'Dark', icon: 'dark' },
  { value: 'light', title: 'Light', icon: 'light' },
] as const;
const THEMES = PROFILE_THEMES.map(({ id, name }) => ({ value: id, title: name }));

/** Parameters of the URL: `/__ui?theme=90s-computer&mode=light`. */
function params(): { theme: string; mode: Mode | null } {
  const query = new URLSearchParams(window.location.search);
  const mode = MODES.find(({ value }) => value === query.get('mode'))?.value ?? null;
  return { theme: query.get('theme') ?? '', mode };
}

/** For developers; served only by the development server. */
export function Specimen() {
  const site = useTheme();
  const [theme, setTheme] = useState(profileThemeOf(params().theme));
  const [mode, setMode] = useState<Mode>(params().mode ?? site.mode);
  return (
    <>
      <StarField quiet />
      <header className="wrap specimen__bar">
        <h1 className="h2">Components</h1>
        <Segmented label="Theme" segments={THEMES} value={theme} onChange={setTheme} />
        <Segmented
          label="Mode"
          segments={MODES}
          value={theme === 'main-cyberpunk' ? site.mode : mode}
          onChange={(next) => {
            setMode(next);
            if (theme === 'main-cyberpunk') chooseTheme(next);
          }}
        />
      </header>
      <Tooltips>
        <ProfileTheme theme={theme} mode={mode}>
          <main className="specimen">
            <PageParts />
            <div className="wrap specimen__inner">
              <SmallParts />
              <FormParts />
              <OverlayParts />
              <TalkParts />
              <FileParts />
              <ChannelFileParts />
              <PathParts />
              <SignInParts />
              <SecurityParts />
              <FigureParts />
            </div>
          </main>
        </ProfileTheme>
      </Tooltips>
      <Toaster />
    </>
  );
}
