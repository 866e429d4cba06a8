import './load-more.css';
import { useRef } from 'react';
import { Button } from './button.js';
import { useInView } from './use-in-view.js';

interface MoreOnScrollProps {
  /** Names the button: `More posts`. */
  name: string;
  pending: boolean;
  /** Why the last try did not work: from then on only the button asks. */
  error?: string | undefined;
  onMore: () => void;
}

/** The end of a list that goes on: the next part comes as one scrolls near, or by the button. */
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
