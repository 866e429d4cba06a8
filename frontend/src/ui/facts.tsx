import './facts.css';
import type { ReactNode } from 'react';

/** A name and what it is. */
export interface Fact {
  name: string;
  value: ReactNode;
}

/** Facts about one thing, one on a line. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="kv">
      {facts.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A number that counts things, in the display face. */
export const Numeral = ({ children }: { children: ReactNode }) => <span className="num">{children}</span>;

/** Large numbers side by side, with what each counts under it. */
export function Stats({ stats }: { stats: readonly Fact[] }) {
  return (
    <dl className="stats">
      {stats.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const STEPS = 5;

/** How strong a connection is, from 0 to 1, as five strokes. */
export function Strength({ value }: { value: number }) {
  const strokes = Math.round(Math.min(Math.max(value, 0), 1) * STEPS);
  return (
    <span className="strength">
      <span className="vh">{`strength ${strokes} of ${STEPS}`}</span>
      {Array.from({ length: STEPS }, (_, place) => (
        <i key={place} className={place < strokes ? 'on' : undefined} />
      ))}
    </span>
  );
}
