import './load-more.css';
import { useRef } from 'react';
import { Button } from './button.js';
import { useInView } from './use-in-view.js';

interface MoreOnScrollProps {
  /** The button's label: `More posts`. */
  name: string;
  pending: boolean;
  /** While set, only the button loads more. */
  error?: string | undefined;
  onMore: () => void;
}

/** Loads the next page when scrolled near, or by its button. */
export function MoreOnScroll({ name, pending, error, onMore }: MoreOnScrollProps) {
  const end = useRef<HTMLDivElement>(null);
  useInView(end, !pending && !error, onMore);
  return (
    <div className="more" ref={end}>
      {error && (
        <p className="small dg" role="alert">
          {error}
        </p>
      )}
      <Button pending={pending && 'loading...'} onClick={onMore}>
        {error ? 'Try again' : name}
      </Button>
    </div>
  );
}
