import { Link } from '@tanstack/react-router';
import { useWorn } from '../../theme/worn.js';
import { PixelPicture } from '../../ui/pixel-picture.js';
import { DESK_TEXTS } from './profile.texts.js';

/** Dots of ink (#) and of paper (o), row by row. */
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

/** A part of the site that lies on the desk. */
export type Place = keyof typeof PICTURES;

const ADDRESSES = { archive: '/archive', album: '/album', constellation: '/constellation' } as const;

/** The desk of the 90s computer, beside its windows: parts of the site. No other theme has one. */
export function DeskIcons({ places }: { places: readonly Place[] }) {
  const { theme } = useWorn();
  if (theme !== '90s-computer' || places.length === 0) return null;
  return (
    <nav className="dicons" aria-label={DESK_TEXTS.label}>
      {places.map((place) => (
        <Link key={place} to={ADDRESSES[place]}>
          <PixelPicture rows={PICTURES[place]} scale={3} />
          <span>{DESK_TEXTS[place]}</span>
        </Link>
      ))}
    </nav>
  );
}
