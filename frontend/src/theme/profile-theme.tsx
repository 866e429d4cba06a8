import { PROFILE_THEMES, type ProfileThemeId, USER_DEFAULTS } from '@oniverse/contracts';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Mode, useTheme } from './theme.js';
import { LayerContext, type Worn, WornContext } from './worn.js';

interface ProfileThemeProps {
  /** The theme's id as it is stored; an unknown one stands for the main theme. */
  theme: string;
  /** Light or dark, for every theme but the main one, which is as the site is. */
  mode: Mode;
  /** What stands until the looks of the theme are there. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface FrameProps {
  worn: Worn;
  children: ReactNode;
}

/** The theme that an id stands for. */
export const profileThemeOf = (id: string): ProfileThemeId =>
  PROFILE_THEMES.find((theme) => theme.id === id)?.id ?? USER_DEFAULTS.profileTheme;

/** The ground that a theme colours, and the layer beside it where whatever opens from within it is drawn. */
function Frame({ worn, children }: FrameProps) {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  const marks = { 'data-theme': worn.theme, 'data-mode': worn.mode };
  return (
    <WornContext value={worn}>
      <LayerContext value={layer}>
        <div {...marks} className="wears wears--ground">
          {children}
        </div>
        {createPortal(<div {...marks} className="wears" ref={setLayer} />, document.body)}
      </LayerContext>
    </WornContext>
  );
}

/** What is worn where a theme could not be fetched: the main one, as the site wears it. */
function MainFrame({ children }: FrameProps) {
  const mode = useTheme((site) => site.mode);
  return <Frame worn={{ theme: USER_DEFAULTS.profileTheme, mode }}>{children}</Frame>;
}

const fetchNineties = () => import('./nineties/nineties.js');

/**
 * A theme, to be worn once its looks are there. Those that are missed for want of a network are fetched as nothing.
 * @param fetchLooks fetches the theme's module
 */
export async function frameOnceFetched(
  fetchLooks: () => Promise<object | undefined>,
): Promise<{ default: ComponentType<FrameProps> }> {
  const looks = await fetchLooks().catch(() => undefined);
  return { default: looks ? Frame : MainFrame };
}

/** The main theme's looks are part of the first load; others are fetched with the first profile that wears them. */
const FRAMES: Record<ProfileThemeId, ComponentType<FrameProps>> = {
  'main-cyberpunk': Frame,
  '90s-computer': lazy(() => frameOnceFetched(fetchNineties)),
};

/** Fetches the looks of a theme ahead of the profile that wears it. */
export async function preloadProfileTheme(id: string): Promise<void> {
  if (profileThemeOf(id) === '90s-computer') await fetchNineties();
}

/**
 * A part of the page that wears a profile's theme, with everything that opens from within it. The site around it
 * keeps its own. Until the looks of the theme are there nothing of it is shown, so that no other theme flashes up.
 */
export function ProfileTheme({ theme: id, mode, fallback = null, children }: ProfileThemeProps) {
  const siteMode = useTheme((site) => site.mode);
  const theme = profileThemeOf(id);
  const LooksFrame = FRAMES[theme];
  const worn: Worn = { theme, mode: theme === USER_DEFAULTS.profileTheme ? siteMode : mode };
  return (
    <Suspense fallback={fallback}>
      <LooksFrame worn={worn}>{children}</LooksFrame>
    </Suspense>
  );
}
