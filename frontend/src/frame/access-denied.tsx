import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { DENIED_TEXTS as TEXTS } from './access-denied.texts.js';

const DOORWAY = [
  { x: 48, y: 86, r: 2.2 },
  { x: 48, y: 44, r: 1.8 },
  { x: 80, y: 12, r: 2.8 },
  { x: 112, y: 44, r: 1.8 },
  { x: 112, y: 86, r: 2.2 },
] as const;
const DOORWAY_LINES = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
] as const;

export function AccessDenied({ text }: { text: string }) {
  return (
    <EmptyState title={TEXTS.title} text={text} stars={DOORWAY} edges={DOORWAY_LINES}>
      <Link to="/auth" className={buttonClass({ small: true })}>
        {TEXTS.link}
      </Link>
    </EmptyState>
  );
}
