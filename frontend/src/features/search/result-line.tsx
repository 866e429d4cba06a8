import './search.css';
import type { ReactNode } from 'react';
import { Avatar } from '../../ui/avatar.js';
import { Icon } from '../../ui/icons.js';
import { Sigil } from '../../ui/sigil.js';
import type { Result, ResultIcon } from './results.js';

const WORD = /[\p{L}\p{N}]+/gu;

/** Marks the words of a query in a text. */
export function Marked({ text, q }: { text: string; q: string }) {
  const words = q.match(WORD);
  if (!words) return text;
  // Splitting by a group keeps the matches, at the odd places.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part));
}

const DRAWINGS: Record<Exclude<ResultIcon, 'members' | 'dimensions' | 'command' | 'write'>, ReactNode> = {
  tags: <path d="M7.5 3l-2 14M14.5 3l-2 14M3.5 7.5h14M2.5 12.5h14" />,
  posts: (
    <>
      <path d="M5 3v14M9 6h8M9 10h8M9 14h5" />
      <circle className="star-f" cx="5" cy="6" r="1.8" />
    </>
  ),
  pictures: (
    <>
      <rect x="3" y="4" width="14" height="12" />
      <path d="M3 13l4-4 4 4 2.5-2.5L17 14" />
    </>
  ),
};

function ResultMark({ result: { icon, member, sigilId = '' } }: { result: Result }) {
  if (icon === 'members')
    return <Avatar name={member?.username ?? ''} src={member?.profileImageUrl ?? null} size="s" />;
  if (icon === 'dimensions') return <Sigil id={sigilId} size={28} />;
  if (icon === 'command') return <Icon name="right" small />;
  if (icon === 'write') return <Icon name="edit" small />;
  return (
    <svg className="icon icon--small" viewBox="0 0 20 20" aria-hidden="true">
      {DRAWINGS[icon]}
    </svg>
  );
}

/** The content of a line: what it is, whose, and why or when. */
export function ResultLine({ result, q }: { result: Result; q: string }) {
  const { title, isNamed = false, detail, note } = result;
  return (
    <>
      <span className="found__mark">
        <ResultMark result={result} />
      </span>
      <span className="found__t" dir="auto">
        <span className={isNamed ? 'found__named' : undefined}>
          <Marked text={title} q={q} />
        </span>
        {detail !== undefined && (
          <span className="found__s">
            <Marked text={detail} q={q} />
          </span>
        )}
      </span>
      {note !== undefined && (
        <span className="found__n mic">
          <Marked text={note} q={q} />
        </span>
      )}
    </>
  );
}
