import type { ReactNode } from 'react';

interface BadgeProps {
  /** Filled means on or public, hollow means private. */
  filled?: boolean;
  tone?: 'neutral' | 'accent' | 'warm';
  children: ReactNode;
}

const TONES = { neutral: '', accent: ' badge--acc', warm: ' badge--warm' } as const;

/** A dot and a word. */
export function Badge({ filled = false, tone = 'neutral', children }: BadgeProps) {
  return <span className={`badge${filled ? ' badge--on' : ''}${TONES[tone]}`}>{children}</span>;
}
