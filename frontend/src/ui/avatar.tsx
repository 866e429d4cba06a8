import './avatar.css';
import { Suspense, useState } from 'react';
import { useActiveTheme } from '../theme/active-theme.js';
import { lazyPart } from './lazy-part.js';

const OneBitPicture = lazyPart(() => import('../theme/nineties/one-bit-picture.js'));

const SIZES = {
  s: { class: ' avatar--small', pixels: 28 },
  m: { class: '', pixels: 40 },
  l: { class: ' avatar--large', pixels: 168 },
};

interface AvatarProps {
  /** Its initials replace a missing picture. */
  name: string;
  src: string | null;
  /** `s` is 28 px, `m` 40 px, `l` 168 px. */
  size?: keyof typeof SIZES;
}

const LETTERS = new Intl.Segmenter();

function initials(name: string): string {
  const letters: string[] = [];
  for (const { segment } of LETTERS.segment(name)) {
    if (/[\p{L}\p{N}]/u.test(segment)) letters.push(segment);
    // Finding the letters of a long name takes time.
    if (letters.length === 2) break;
  }
  return letters.join('').toUpperCase();
}

/** Decorative: the name is beside it. */
export function Avatar({ name, src, size = 'm' }: AvatarProps) {
  const activeTheme = useActiveTheme();
  const [broken, setBroken] = useState<string | null>(null);
  const { class: sizeClass, pixels } = SIZES[size];
  const picture = src !== null && src !== broken && (
    <img src={src} alt="" width={pixels} height={pixels} onError={() => setBroken(src)} />
  );
  const oneBit = src !== null && picture && size === 'l' && activeTheme.theme === '90s-computer';
  return (
    <span className={`avatar${sizeClass}`} aria-hidden="true">
      {oneBit && (
        <Suspense fallback={picture}>
          <OneBitPicture src={src} onBroken={() => setBroken(src)} />
        </Suspense>
      )}
      {!oneBit && picture}
      {!picture && initials(name)}
    </span>
  );
}

interface AvatarButtonProps extends Omit<AvatarProps, 'size'> {
  label: string;
  hoverLabel: string;
  /** Replaces `hoverLabel` and stays visible while an upload runs. */
  pending?: string | false;
  onClick: () => void;
}

export function AvatarButton({ label, hoverLabel, pending = false, onClick, ...avatar }: AvatarButtonProps) {
  return (
    <button
      type="button"
      className={pending ? 'avatar-button is-pending' : 'avatar-button'}
      aria-label={label}
      aria-busy={Boolean(pending)}
      aria-disabled={Boolean(pending)}
      onClick={() => {
        if (!pending) onClick();
      }}
    >
      <Avatar {...avatar} size="l" />
      <span className="avatar-button__wait">{pending || hoverLabel}</span>
    </button>
  );
}
