import './avatar.css';
import { Suspense, useState } from 'react';
import { useWorn } from '../theme/worn.js';
import { lazyPart } from './lazy-part.js';

const OneBitPicture = lazyPart(() => import('../theme/nineties/one-bit-picture.js'));

const SIZES = {
  s: { class: ' av--s', pixels: 28 },
  m: { class: '', pixels: 40 },
  l: { class: ' av--l', pixels: 168 },
};

interface AvatarProps {
  /** The member's name, which stands beside it: its first letters stand for a picture. */
  name: string;
  /** The picture's address; null without one. */
  src: string | null;
  /** 28, 40 or 168 px. */
  size?: keyof typeof SIZES;
}

const LETTERS = new Intl.Segmenter();

/** The first two letters or digits of a name, in capitals. */
function initials(name: string): string {
  const letters = Array.from(LETTERS.segment(name), ({ segment }) => segment);
  return letters
    .filter((letter) => /[\p{L}\p{N}]/u.test(letter))
    .slice(0, 2)
    .join('')
    .toUpperCase();
}

/** A member's picture; without one, or where it cannot be shown, what stands for it. Ornament: the name is beside it. */
export function Avatar({ name, src, size = 'm' }: AvatarProps) {
  const worn = useWorn();
  const [broken, setBroken] = useState<string | null>(null);
  const { class: sizeClass, pixels } = SIZES[size];
  const picture = src !== null && src !== broken && (
    <img src={src} alt="" width={pixels} height={pixels} onError={() => setBroken(src)} />
  );
  const oneBit = src !== null && picture && size === 'l' && worn.theme === '90s-computer';
  return (
    <span className={`av${sizeClass}`} aria-hidden="true">
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
  /** What it does: `Upload avatar`. */
  label: string;
  /** The word over the picture, under the pointer and with the focus: `UPLOAD`. */
  word: string;
  /** The word in its place, always in sight, while an upload is on its way. */
  pending?: string | false;
  onClick: () => void;
}

/** One's own picture on one's profile, which a click changes. */
export function AvatarButton({ label, word, pending = false, onClick, ...avatar }: AvatarButtonProps) {
  return (
    <button
      type="button"
      className={pending ? 'av-btn is-pending' : 'av-btn'}
      aria-label={label}
      aria-busy={Boolean(pending)}
      aria-disabled={Boolean(pending)}
      onClick={() => {
        if (!pending) onClick();
      }}
    >
      <Avatar {...avatar} size="l" />
      <span className="av-btn__w">{pending || word}</span>
    </button>
  );
}
