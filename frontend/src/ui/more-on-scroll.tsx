import './more-on-scroll.css';
import { useRef } from 'react';
import { failureMessageOf } from '../api/http.js';
import { Button } from './button.js';
import { UI_TEXTS } from './ui.texts.js';
import { useInView } from './use-in-view.js';

interface MoreOnScrollProps {
  /** The button's label: `More posts`. */
  name: string;
  pending: boolean;
  /** While set, only the button loads more. */
  error?: string | undefined;
  /** Whether only the button loads more, because something stands below the list. */
  isManual?: boolean;
  onMore: () => void;
}

/** Loads the next page when scrolled near, unless it is manual, or by its button. */
export function MoreOnScroll({ name, pending, error, isManual = false, onMore }: MoreOnScrollProps) {
  const end = useRef<HTMLDivElement>(null);
  useInView(end, !pending && !error && !isManual, onMore);
  return (
    <div className="more" ref={end}>
      {error && (
        <p className="small danger" role="alert">
          {error}
        </p>
      )}
      <Button pending={pending && UI_TEXTS.loading} onClick={onMore}>
        {error ? UI_TEXTS.tryAgain : name}
      </Button>
    </div>
  );
}

/** The query of a paged list. */
export interface GrowingList {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/** Loads the next page of a list like `MoreOnScroll`, or shows why it could not; nothing at its end. */
export function MoreOfList({ name, list }: { name: string; list: GrowingList }) {
  if (!list.hasNextPage) return null;
  return (
    <MoreOnScroll
      name={name}
      pending={list.isFetchingNextPage}
      error={list.error ? failureMessageOf(list.error) : undefined}
      onMore={() => void list.fetchNextPage()}
    />
  );
}
