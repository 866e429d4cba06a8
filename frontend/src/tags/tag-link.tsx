import { tagPath } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';

interface TagLinkProps {
  tag: string;
  className?: string;
  /** The tag as written. Defaults to its stored form. */
  text?: string;
}

/** Every tag leads to its page. */
export function TagLink({ tag, className, text = `#${tag}` }: TagLinkProps) {
  return (
    <Link to={tagPath(tag)} {...(className && { className })}>
      <bdi>{text}</bdi>
    </Link>
  );
}
