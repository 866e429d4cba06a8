import { enumerated } from '../ui/sentence.js';
import { TagLink } from './tag-link.js';

interface TagNamesProps {
  tags: readonly string[];
  /** Ends the list, such as "3 more". */
  more?: string | undefined;
  className?: string;
}

/** Names tags within a sentence, each as a link: "#a, #b and #c". */
export const TagNames = ({ tags, more, className = 'link' }: TagNamesProps) =>
  enumerated([
    ...tags.map((tag) => <TagLink key={tag} tag={tag} className={className} />),
    ...(more === undefined ? [] : [more]),
  ]);
