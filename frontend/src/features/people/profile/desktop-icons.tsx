import { Link } from '@tanstack/react-router';
import { useActiveTheme } from '../../../theme/active-theme.js';
import { PixelPicture } from '../../../ui/pixel-picture.js';
import { DESKTOP_TEXTS } from './profile.texts.js';

/** Pixel rows: `#` is ink, `o` is paper. */
const PICTURES = {
  archive: [
    '..######',
    '.#oooooo#',
    '##############',
    '#oooooooooooo#',
    '#oooooooooooo##',
    '#oooooooooooo##',
    '#oooo#ooooooo##',
    '#oooo#ooooooo##',
    '#oo#####ooooo##',
    '#oooo#ooooooo##',
    '#oooo#ooooooo##',
    '#oooooooooooo##',
    '##############',
    '.##############',
  ],
  album: [
    '###############',
    '#ooooooooooooo#',
    '#o###########o#',
    '#o#oooooooo##o##',
    '#o#oo#oooooo#o##',
    '#o#o###ooooo#o##',
    '#o#oo#oooooo#o##',
    '#o#oooooooo##o##',
    '#o#ooooo#o##o###',
    '#o#o#oo#####o###',
    '#o##########oo##',
    '#o###########o##',
    '#ooooooooooooo##',
    '###############',
  ],
  constellation: [
    '.......#',
    '.......#',
    '......#o#',
    '......#o#',
    '.....#ooo#',
    '..###ooooo###',
    '##ooooooooooo##',
    '..###ooooo###',
    '.....#ooo#',
    '......#o#',
    '......#o#',
    '.......#',
    '.......#',
  ],
} as const;

export type DesktopPage = keyof typeof PICTURES;

const PATHS = { archive: '/archive', album: '/album', constellation: '/constellation' } as const;

/** Appears only in the theme of the 90s computer. */
export function DesktopIcons({ desktopPages }: { desktopPages: readonly DesktopPage[] }) {
  const { theme } = useActiveTheme();
  if (theme !== '90s-computer' || desktopPages.length === 0) return null;
  return (
    <nav className="desktop-icons" aria-label={DESKTOP_TEXTS.label}>
      {desktopPages.map((page) => (
        <Link key={page} to={PATHS[page]}>
          <PixelPicture rows={PICTURES[page]} scale={3} />
          <span>{DESKTOP_TEXTS[page]}</span>
        </Link>
      ))}
    </nav>
  );
}
