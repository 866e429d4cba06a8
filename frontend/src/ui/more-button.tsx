import { Button } from './button.js';
import type { GrowingList } from './more-on-scroll.js';

interface MoreButtonProps {
  list: Omit<GrowingList, 'error'>;
  name: string;
  /** Replaces the name while the page loads. */
  pending: string;
  small?: boolean;
  className?: string;
}

/** Loads the next page of a list only when pressed; nothing at its end. */
export function MoreButton({ list, name, pending, ...look }: MoreButtonProps) {
  if (!list.hasNextPage) return null;
  return (
    <Button {...look} pending={list.isFetchingNextPage && pending} onClick={() => void list.fetchNextPage()}>
      {name}
    </Button>
  );
}
