import { PROFILE_THEMES, type ProfileThemeId, USER_DEFAULTS } from '@oniverse/contracts';
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type Mode, useTheme } from './theme.js';
import { OverlayContext, type ActiveTheme, ActiveThemeContext, usePageLayer } from './active-theme.js';

interface ProfileThemeProps {
  /** An unknown id means the main theme. */
  theme: string;
  /** Ignored for the main theme, which follows the site. */
  mode: Mode;
  /** Shown until the theme's styles are loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

interface FrameProps {
  activeTheme: ActiveTheme;
  children: ReactNode;
}

/** Falls back to the main theme for an unknown id. */
export const profileThemeOf = (id: string): ProfileThemeId =>
  PROFILE_THEMES.find((theme) => theme.id === id)?.id ?? USER_DEFAULTS.profileTheme;

/** Includes a themed container at the end of the page for overlays. */
function Frame({ activeTheme, children }: FrameProps) {
  const [layer, setLayer] = useState<HTMLElement | null>(null);
  useEffect(() => {
    usePageLayer.setState({ layer });
    return () => {
      if (usePageLayer.getState().layer === layer) usePageLayer.setState({ layer: null });
    };
  }, [layer]);
  const marks = { 'data-theme': activeTheme.theme, 'data-mode': activeTheme.mode };
  return (
    <ActiveThemeContext value={activeTheme}>
      <OverlayContext value={layer}>
        <div {...marks} className="wears wears--ground">
          {children}
        </div>
        {createPortal(<div {...marks} className="wears" ref={setLayer} />, document.body)}
      </OverlayContext>
    </ActiveThemeContext>
  );
}

/** The fallback for a theme that could not be fetched: the main theme in the site's mode. */
function MainFrame({ children }: FrameProps) {
  const mode = useTheme((site) => site.mode);
  return <Frame activeTheme={{ theme: USER_DEFAULTS.profileTheme, mode }}>{children}</Frame>;
}

const fetchNineties = () => import('./nineties/nineties.js');

/** Falls back to the main theme. While offline, imports resolve to `undefined`: see `keepPageWhileOffline`. */
export async function loadThemeFrame(
  importStyles: () => Promise<object | undefined>,
): Promise<{ default: ComponentType<FrameProps> }> {
  const styles = await importStyles().catch(() => undefined);
  return { default: styles ? Frame : MainFrame };
}

/** The main theme's styles are part of the first load; others load with the first profile that uses them. */
const FRAMES: Record<ProfileThemeId, ComponentType<FrameProps>> = {
  'main-cyberpunk': Frame,
  '90s-computer': lazy(() => loadThemeFrame(fetchNineties)),
};

/**
 * Also themes the overlays opened from the profile. Nothing is shown until the theme's styles are loaded, so that no
 * other theme flashes.
 */
export function ProfileTheme({ theme: id, mode, fallback = null, children }: ProfileThemeProps) {
  const siteMode = useTheme((site) => site.mode);
  const theme = profileThemeOf(id);
  const ThemeFrame = FRAMES[theme];
  const activeTheme: ActiveTheme = { theme, mode: theme === USER_DEFAULTS.profileTheme ? siteMode : mode };
  return (
    <Suspense fallback={fallback}>
      <ThemeFrame activeTheme={activeTheme}>{children}</ThemeFrame>
    </Suspense>
  );
}
