import { Link, useLocation } from '@tanstack/react-router';
import { type TaggedKind, tagAddress } from './tag-address.js';

interface TagLinkProps {
  tag: string;
  kind: TaggedKind;
  className: string;
  /** The tag as written. Defaults to its stored form. */
  text?: string;
}

export function TagLink({ tag, kind, className, text = `#${tag}` }: TagLinkProps) {
  const address = tagAddress(tag, kind);
  // On the target page the link only changes the filter, so the scroll position stays.
  const isHere = useLocation({ select: ({ pathname }) => pathname === address.to });
  return (
    <Link {...address} className={className} resetScroll={!isHere}>
      <bdi>{text}</bdi>
    </Link>
  );
}
