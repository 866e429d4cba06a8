import { grouped } from '@oniverse/contracts';

interface CountProps {
  /** The displayed number, which may still be animating toward `count`. */
  shown: number;
  /** The counted noun: `nodes formed`. */
  noun: string;
  /** Read by screen readers in place of the dash. */
  emptyText: string;
  /** The final number, read by screen readers. Defaults to `shown`. */
  count?: number;
}

/** Shows a dash for 0. */
export function Count({ shown, noun, emptyText, count = shown }: CountProps) {
  const end = count === 0 ? undefined : grouped(count);
  return (
    <>
      {/* `data-end` reserves the width of the final digits, so the noun does not move during the animation. */}
      <span className="num num--walk" aria-hidden="true" data-end={end} data-testid="count">
        {shown === 0 ? '—' : grouped(shown)}
      </span>
      <span className="small muted" aria-hidden="true" key={end}>
        {noun}
      </span>
      <span className="vh" aria-live="polite">
        {count === 0 ? emptyText : `${grouped(count)} ${noun}`}
      </span>
    </>
  );
}
