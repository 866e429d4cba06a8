import './link-parts.css';
import { LINK_DETAILS, litPartsOf } from '@oniverse/contracts';
import { MEMBER_CARD_TEXTS as TEXTS } from './member-card.texts.js';

/** The strength of a line in five parts, or the words for no line. */
export function LinkParts({ strength }: { strength: number }) {
  if (strength === 0) return <span className="link-parts__none tiny">{TEXTS.noLine.toLowerCase()}</span>;
  const lit = litPartsOf(strength);
  return (
    <span className="link-parts">
      <span className="vh">{TEXTS.strength(lit)}</span>
      {Array.from({ length: LINK_DETAILS.parts }, (_, place) => (
        <i key={place} className={place < lit ? 'is-lit' : undefined} />
      ))}
    </span>
  );
}
