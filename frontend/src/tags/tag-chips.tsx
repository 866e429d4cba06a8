import '../ui/chip.css';
import { TagLink } from './tag-link.js';

/** Tags as chips, each a link. Renders nothing without tags. */
export function TagChips({ tags, label }: { tags: readonly string[]; label: string }) {
  if (tags.length === 0) return null;
  return (
    <ul className="chips" aria-label={label}>
      {tags.map((tag) => (
        <li key={tag}>
          <TagLink tag={tag} className="chip" />
        </li>
      ))}
    </ul>
  );
}
