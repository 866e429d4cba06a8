import type { ReactNode } from 'react';

interface BadgeProps {
  /** A filled dot means on or public, a hollow one private. */
  filled?: boolean;
  tone?: 'neutral' | 'accent' | 'warm' | 'danger';
  children: ReactNode;
}

const TONES = {
  neutral: '',
  accent: ' badge--accent',
  warm: ' badge--warm',
  danger: ' badge--danger',
} as const;

export function Badge({ filled = false, tone = 'neutral', children }: BadgeProps) {
  return <span className={`badge${filled ? ' badge--on' : ''}${TONES[tone]}`}>{children}</span>;
}
