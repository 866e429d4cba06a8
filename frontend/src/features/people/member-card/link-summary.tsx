import './link-summary.css';
import '../../../ui/tags.css';
import { LINK_DETAILS, litPartsOf, type MemberCardView } from '@oniverse/contracts';
import { TagLink } from '../../../tags/tag-link.js';
import { Badge } from '../../../ui/badge.js';
import { MEMBER_CARD_TEXTS as TEXTS } from './member-card.texts.js';

/** The parts of the line, in a view box of 298 by 36. */
const PART = { first: 27, width: 44, step: 50 } as const;

export function OnlineBadge() {
  return (
    <Badge filled tone="accent">
      {TEXTS.online}
    </Badge>
  );
}

/** Two stars and the line between them in five parts, dotted without a link, and the shared tags. */
export function LinkSummary({
  card: { strength, sharedTags },
}: {
  card: Pick<MemberCardView, 'strength' | 'sharedTags'>;
}) {
  const lit = litPartsOf(strength);
  return (
    <>
      <svg className="short-link" viewBox="0 0 298 36" aria-hidden="true">
        <circle className="c-ring-warm" cx="12" cy="18" r="10" opacity=".75" />
        <circle className="c-warm" cx="12" cy="18" r="5" />
        <circle className="c-line" cx="286" cy="18" r="10" />
        <circle className="c-star" cx="286" cy="18" r="4.4" />
        {strength === 0 ? (
          <line className="c-dotted" x1="27" x2="271" y1="18" y2="18" />
        ) : (
          Array.from({ length: LINK_DETAILS.parts }, (_, place) => (
            <path
              key={place}
              className={place < lit ? 'short-link__part is-lit' : 'short-link__part'}
              d={`M${PART.first + place * PART.step} 18h${PART.width}`}
            />
          ))
        )}
      </svg>
      {strength > 0 && <p className="vh">{TEXTS.strength(lit)}</p>}
      {sharedTags.length > 0 && (
        <ul className="tags short-link__tags">
          {sharedTags.map((tag) => (
            <li key={tag}>
              <TagLink tag={tag} className="tag" />
            </li>
          ))}
        </ul>
      )}
      {strength === 0 && <p className="small faint short-link__none">{TEXTS.noLine}</p>}
    </>
  );
}
