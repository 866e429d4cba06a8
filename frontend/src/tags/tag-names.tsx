import { Fragment } from 'react';
import { TagLink } from './tag-link.js';
import { SEPARATORS } from './tags.texts.js';

interface TagNamesProps {
  tags: readonly string[];
  /** Ends the list, such as "3 more". */
  more?: string | undefined;
  className?: string;
}

/** Names tags within a sentence, each as a link: "#a, #b and #c". */
export function TagNames({ tags, more, className = 'link' }: TagNamesProps) {
  const last = more === undefined ? tags.length - 1 : tags.length;
  const separator = (index: number) =>
    index === 0 ? '' : index === last ? SEPARATORS.last : SEPARATORS.between;
  return (
    <>
      {tags.map((tag, index) => (
        <Fragment key={tag}>
          {separator(index)}
          <TagLink tag={tag} className={className} />
        </Fragment>
      ))}
      {more !== undefined && `${separator(last)}${more}`}
    </>
  );
}
