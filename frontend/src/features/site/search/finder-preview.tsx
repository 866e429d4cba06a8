import { type Constellation, type FoundMember, LINK_DETAILS, litPartsOf } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { ObjectImage } from '../../../objects/object-image.js';
import { useSession } from '../../../session/session.js';
import { type Fact, Facts, Strength } from '../../../ui/facts.js';
import { memberName } from '../../../ui/member-name.js';
import { Sigil } from '../../../ui/sigil.js';
import { BookmarkButton } from '../../writing/bookmarks/index.js';
import { ResultMark } from './result-line.js';
import type { Result } from './results.js';
import { linkDetailsQuery, neighboursQuery } from './search.queries.js';
import { SEARCH_TEXTS as TEXTS } from './search.texts.js';

/** Pixels; enough for the preview on a high-density screen. */
const RENDITION = 640;
const SIZE = 288;
const CENTRE = SIZE / 2;
const RADIUS = 136;
const TICKS = Array.from({ length: 72 }, (_, step) => {
  const angle = (step * 5 * Math.PI) / 180;
  const length = step % 18 === 0 ? 14 : step % 3 === 0 ? 8 : 4;
  const at = (radius: number) =>
    `${(CENTRE + Math.cos(angle) * radius).toFixed(1)} ${(CENTRE + Math.sin(angle) * radius).toFixed(1)}`;
  return `M${at(RADIUS)}L${at(RADIUS - length)}`;
}).join('');

interface Neighbour {
  id: string;
  strength: number;
}

function neighboursOf(userId: string, { connections }: Constellation): Neighbour[] {
  return connections
    .filter(({ fromUserId, toUserId }) => fromUserId === userId || toUserId === userId)
    .map(({ fromUserId, toUserId, strength }) => ({
      id: fromUserId === userId ? toUserId : fromUserId,
      strength,
    }));
}

/** Strong links are short. The places follow from the order, so a member looks the same each time. */
function placeOf({ strength }: Neighbour, place: number, count: number) {
  const angle = (place * 2 * Math.PI) / count - 0.6;
  const distance = RADIUS * (0.82 - 0.36 * (litPartsOf(strength) / LINK_DETAILS.parts));
  return { x: CENTRE + Math.cos(angle) * distance, y: CENTRE + Math.sin(angle) * distance };
}

function Scope({
  name,
  neighbours,
  readerId,
}: {
  name: string;
  neighbours: Neighbour[];
  readerId?: string | undefined;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no address
    <svg className="scope" viewBox={`0 0 ${SIZE} ${SIZE}`} role="img" aria-label={TEXTS.scope(name)}>
      <circle className="scope__sky" cx={CENTRE} cy={CENTRE} r={RADIUS} />
      <circle className="c-faint" cx={CENTRE} cy={CENTRE} r="49" />
      <circle className="c-faint" cx={CENTRE} cy={CENTRE} r="95" />
      <path className="c-faint" d="M8 144H114M174 144H280M144 8V114M144 190V280" />
      {neighbours.map((neighbour, place) => {
        const { x, y } = placeOf(neighbour, place, neighbours.length);
        const isReader = neighbour.id === readerId;
        return (
          <g key={neighbour.id}>
            <line className={isReader ? 'c-ring' : 'c-line'} x1={CENTRE} y1={CENTRE} x2={x} y2={y} />
            {isReader && <circle className="c-ring-warm" cx={x} cy={y} r="7" />}
            <circle className={isReader ? 'c-warm' : 'c-star'} cx={x} cy={y} r={isReader ? 3.6 : 2.6} />
          </g>
        );
      })}
      <circle className="scope__gap" cx={CENTRE} cy={CENTRE} r="13" />
      <circle className="c-ring" cx={CENTRE} cy={CENTRE} r="9" />
      <circle className="scope__self" cx={CENTRE} cy={CENTRE} r="4" />
      <text className="scope__name" x={CENTRE} y={CENTRE + 32} textAnchor="middle">
        {name}
      </text>
      <circle className="c-line" cx={CENTRE} cy={CENTRE} r={RADIUS} />
      <path className="c-line" d={TICKS} />
    </svg>
  );
}

/** @param link absent without one */
function factsOf(
  link: Constellation['connections'][number] | undefined,
  dimensions: readonly string[],
): Fact[] {
  const line = link
    ? [
        { name: TEXTS.shared, value: link.sharedTags.map((tag) => `#${tag}`).join(' ') },
        { name: TEXTS.line, value: <Strength value={litPartsOf(link.strength) / LINK_DETAILS.parts} /> },
      ]
    : [{ name: TEXTS.line, value: TEXTS.noLine }];
  return dimensions.length === 0 ? line : [...line, { name: TEXTS.inCommon, value: dimensions.join(', ') }];
}

const LargeMark = ({ result }: { result: Result }) =>
  result.sigilId === undefined ? <ResultMark result={result} /> : <Sigil id={result.sigilId} size={96} />;

/** Shows a result that is no member. */
function ResultPreview({ result }: { result: Result }) {
  const { icon, title, detail, note, pictureUrl } = result;
  return (
    <aside className="finder__preview" aria-label={TEXTS.preview}>
      {pictureUrl ? (
        <ObjectImage className="finder__img" path={pictureUrl} rendition={RENDITION} alt="" />
      ) : (
        <LargeMark result={result} />
      )}
      <p className="h4 finder__bio" dir="auto">
        {icon === 'tags' ? `#${title}` : title}
      </p>
      {detail !== undefined && (
        <p className="small finder__bio" dir="auto">
          {detail}
        </p>
      )}
      {note !== undefined && <p className="tiny">{note}</p>}
      {icon === 'tags' && <BookmarkButton kind="tag" subject={title} name={`#${title}`} />}
    </aside>
  );
}

/** Shows the selected result. Its place stays, so that the list does not move. */
export function FinderPreview({ result }: { result: Result }) {
  return result.member ? <MemberPreview member={result.member} /> : <ResultPreview result={result} />;
}

/** Shows where a member is: the closest others, and the line to the reader. */
function MemberPreview({ member }: { member: FoundMember }) {
  const { user } = useSession();
  const { data } = useQuery(neighboursQuery(member.id));
  const neighbours = data ? neighboursOf(member.id, data) : [];
  const link = data?.connections.find(
    ({ fromUserId, toUserId }) =>
      user !== null && [fromUserId, toUserId].includes(member.id) && [fromUserId, toUserId].includes(user.id),
  );
  const isOther = user !== null && user.id !== member.id;
  const { data: line } = useQuery({ ...linkDetailsQuery(member.username), enabled: isOther });
  return (
    <aside className="finder__preview" aria-label={TEXTS.preview}>
      <Scope name={memberName(member)} neighbours={neighbours} readerId={user?.id} />
      {[member.bio, member.excerpt].map(
        (text) =>
          text !== null && (
            <p key={text} className="small finder__bio" dir="auto">
              {text}
            </p>
          ),
      )}
      {isOther && data && <Facts facts={factsOf(link, line?.dimensions.map(({ name }) => name) ?? [])} />}
      {isOther && <BookmarkButton kind="member" subject={member.id} name={memberName(member)} />}
    </aside>
  );
}
