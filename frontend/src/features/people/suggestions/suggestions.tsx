import './suggestions.css';
import { memberPath, type SuggestionView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { TagNames } from '../../../tags/tag-names.js';
import { formatDay, formatWeekday, isNamedByWeekday } from '../../../ui/dates.js';
import { Icon } from '../../../ui/icons.js';
import { useToday } from '../../../ui/now.js';
import { memberName } from '../../../ui/member-name.js';
import { Plate } from '../../../ui/plate.js';
import { Sigil } from '../../../ui/sigil.js';
import { MemberLink } from '../member-card/index.js';
import { useDismissSuggestion, useSuggestions } from './suggestions.queries.js';
import { SUGGESTION_TEXTS as TEXTS } from './suggestions.texts.js';

/** Returns the path of the reader's profile, which opens the editor with a tag. */
const profilePathFor = (tag: string): string => `/profile?add=${encodeURIComponent(tag)}`;

const nameOf = ({ member, server }: SuggestionView): string =>
  member ? memberName(member) : (server?.name ?? '');

function reasonOf({ kind, joinedAt }: SuggestionView, today: number) {
  if (kind !== 'shared' || joinedAt === null) return TEXTS.kinds[kind];
  const joined = Date.parse(joinedAt);
  return TEXTS.joined((isNamedByWeekday(joined, today) ? formatWeekday : formatDay)(joined));
}

function ReasonText({ suggestion }: { suggestion: SuggestionView }) {
  const { before, after } = reasonOf(suggestion, useToday());
  return (
    <>
      {before} <TagNames tags={suggestion.tags} />
      {after}
    </>
  );
}

function UnlitPair() {
  return (
    <svg width="64" height="36" viewBox="0 0 64 36" aria-hidden="true">
      <line className="c-dotted" x1="18" y1="22" x2="46" y2="13" />
      <circle className="c-warm" cx="9" cy="25" r="4" />
      <circle className="c-star" cx="54" cy="10" r="3.2" />
    </svg>
  );
}

function Action({ suggestion }: { suggestion: SuggestionView }) {
  const { kind, member, server, tags } = suggestion;
  if (server) {
    return (
      <Link className="suggestions__action" to="/dimensions/public" search={{ server: server.id }}>
        {TEXTS.open}
      </Link>
    );
  }
  if (kind === 'shared') {
    return (
      <Link className="suggestions__action" to={memberPath(member?.username ?? '')}>
        {TEXTS.profile}
      </Link>
    );
  }
  return (
    <Link className="suggestions__action" to={profilePathFor(tags[0] ?? '')}>
      {TEXTS.add(tags[0] ?? '')}
    </Link>
  );
}

/** Links that could exist, with the reason. Renders nothing if there is nothing true to say. */
export function Suggestions() {
  const { data } = useSuggestions();
  const { mutate } = useDismissSuggestion();
  const whyId = useId();
  const [isExplained, setExplained] = useState(false);
  if (data === undefined || data.length === 0) return null;
  const why = (
    <button
      type="button"
      className="suggestions__why small link"
      aria-expanded={isExplained}
      aria-controls={isExplained ? whyId : undefined}
      onClick={() => setExplained(!isExplained)}
    >
      {TEXTS.why}
    </button>
  );
  return (
    <Plate title={TEXTS.title} aside={why}>
      {isExplained && (
        <p className="small muted suggestions__reasons" id={whyId}>
          {TEXTS.reasons}
        </p>
      )}
      <ul className="suggestions">
        {data.map((suggestion) => {
          const { id, member, server } = suggestion;
          return (
            <li key={id}>
              {server ? <Sigil id={server.id} size={44} /> : <UnlitPair />}
              <div>
                <p>
                  {member ? (
                    <MemberLink className="suggestions__who" username={member.username}>
                      <bdi>{memberName(member)}</bdi>
                    </MemberLink>
                  ) : (
                    <b className="suggestions__who" dir="auto">
                      {server?.name}
                    </b>
                  )}{' '}
                  <ReasonText suggestion={suggestion} />
                </p>
                <Action suggestion={suggestion} />
              </div>
              <button
                type="button"
                className="suggestions__dismiss"
                aria-label={TEXTS.dismiss(nameOf(suggestion))}
                onClick={() => mutate(id)}
              >
                <Icon name="close" small />
              </button>
            </li>
          );
        })}
      </ul>
    </Plate>
  );
}
