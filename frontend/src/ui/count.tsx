import { grouped } from '@oniverse/contracts';

interface CountProps {
  /** What the digits show just now, while they may still be walking. */
  shown: number;
  /** What is counted: `nodes formed`. */
  noun: string;
  /** What is said in place of a dash. */
  none: string;
  /** What is true, and so what is read aloud; the same as `shown` unless the digits walk. */
  count?: number;
}

/** A large number and what it counts; a dash while there is nothing to count. */
export function Count({ shown, noun, none, count = shown }: CountProps) {
  const end = count === 0 ? undefined : grouped(count);
  return (
    <>
      {/* The place of the last digits is kept while they walk, so that what is counted stands still beside them. */}
      <span className="num num--walk" aria-hidden="true" data-end={end} data-testid="count">
        {shown === 0 ? '—' : grouped(shown)}
      </span>
      <span className="small t2" aria-hidden="true" key={end}>
        {noun}
      </span>
      <span className="vh" aria-live="polite">
        {count === 0 ? none : `${grouped(count)} ${noun}`}
      </span>
    </>
  );
}
