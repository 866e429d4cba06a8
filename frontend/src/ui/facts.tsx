import './facts.css';
import type { ReactNode } from 'react';
import { UI_TEXTS } from './ui.texts.js';

export interface Fact {
  name: string;
  value: ReactNode;
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export const Numeral = ({ children }: { children: ReactNode }) => <span className="num">{children}</span>;

interface Stat extends Fact {
  note?: string | undefined;
}

export function Stats({ stats }: { stats: readonly Stat[] }) {
  return (
    <dl className="stats">
      {stats.map(({ name, value, note }) => (
        <div key={name}>
          {note !== undefined && <dd className="stats__note">{note}</dd>}
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const STRENGTH_STEPS = 5;

/** @param props.value from 0 to 1 */
export function Strength({ value }: { value: number }) {
  const strokes = Math.round(Math.min(Math.max(value, 0), 1) * STRENGTH_STEPS);
  return (
    <span className="strength">
      <span className="vh">{UI_TEXTS.strength(strokes, STRENGTH_STEPS)}</span>
      {Array.from({ length: STRENGTH_STEPS }, (_, place) => (
        <i key={place} className={place < strokes ? 'is-on' : undefined} />
      ))}
    </span>
  );
}
