import './search.css';
import { readMessageQuery } from '@oniverse/contracts';
import { Avatar } from '../../../ui/avatar.js';
import { Icon } from '../../../ui/icons.js';
import { KindIcon } from '../../../ui/kind-icon.js';
import { Sigil } from '../../../ui/sigil.js';
import type { Result } from './results.js';

const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** Marks the words of a query in a text. */
export function Marked({ text, q }: { text: string; q: string }) {
  const words = q.match(WORD);
  if (!words) return text;
  // Splitting by a group keeps the matches, at the odd places.
  return text
    .split(new RegExp(`(${words.join('|')})`, 'giu'))
    .map((part, place) => (place % 2 === 1 ? <mark key={place}>{part}</mark> : part));
}

const KINDS = { tags: 'tag', posts: 'post', messages: 'message', pictures: 'picture' } as const;

/** What kind of thing a result is, or what it looks like. */
export function ResultMark({ result: { icon, member, sigilId = '' } }: { result: Result }) {
  if (icon === 'members')
    return <Avatar name={member?.username ?? ''} src={member?.profileImageUrl ?? null} size="s" />;
  if (icon === 'dimensions') return <Sigil id={sigilId} size={28} />;
  if (icon === 'command') return <Icon name="right" small />;
  if (icon === 'write') return <Icon name="edit" small />;
  return <KindIcon kind={KINDS[icon]} />;
}

/** The content of a line: what it is, whose, and why or when. */
export function ResultLine({ result, q: asked }: { result: Result; q: string }) {
  const { icon, title, isNamed = false, detail, note } = result;
  const q = icon === 'messages' ? readMessageQuery(asked).text : asked;
  return (
    <>
      <span className="found__mark">
        <ResultMark result={result} />
      </span>
      <span className="found__text" dir="auto">
        <bdi className={isNamed ? 'found__named' : undefined}>
          <Marked text={title} q={q} />
        </bdi>
        {detail !== undefined && (
          <bdi className="found__second">
            <Marked text={detail} q={q} />
          </bdi>
        )}
      </span>
      {note !== undefined && (
        <span className="found__note tiny">
          <Marked text={note} q={q} />
        </span>
      )}
    </>
  );
}
