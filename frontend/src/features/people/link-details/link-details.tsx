import './link-details.css';
import '../../../ui/chip.css';
import {
  type CurrentUser,
  type LinkDetailsView,
  type PublicProfile,
  LINK_DETAILS,
  litPartsOf,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { TagLink } from '../../../tags/tag-link.js';
import { TagNames } from '../../../tags/tag-names.js';
import { LinksIcon } from '../../../ui/menu-icons.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { Named } from '../../../ui/named.js';
import { enumerated } from '../../../ui/sentence.js';
import { BookmarkButton } from '../../writing/bookmarks/index.js';
import { useLinkDetails } from './link-details.queries.js';
import { LINK_DETAILS_TEXTS as TEXTS } from './link-details.texts.js';
import { TagPlaces } from './tag-sources.js';

/** More chips than this do not fit on the line. */
const MAX_CHIPS = 4;
const FEW_CHIPS = 3;

interface LinkPanelProps {
  link: LinkDetailsView;
  /** The reader, and the member whose page it is. */
  reader: Pick<CurrentUser, 'username' | 'isPublic'>;
  member: Pick<PublicProfile, 'id' | 'username' | 'displayName'>;
}

function Ends({ isOwn = false, children }: { isOwn?: boolean; children: ReactNode }) {
  return (
    <div className="link-details__end">
      <svg width="72" height="72" viewBox="0 0 72 72" aria-hidden="true">
        {isOwn ? (
          <>
            <circle className="c-ring-warm" cx="36" cy="36" r="15" opacity=".8" />
            <circle className="c-ring-warm" cx="36" cy="36" r="25" opacity=".35" />
            <circle className="c-warm" cx="36" cy="36" r="8" />
          </>
        ) : (
          <>
            <circle className="c-line" cx="36" cy="36" r="14" />
            <circle className="c-star" cx="36" cy="36" r="7" />
          </>
        )}
      </svg>
      <span className={isOwn ? 'link-details__name warm' : 'link-details__name names--two'}>{children}</span>
    </div>
  );
}

function NextTags({ link: { nextTags, tags }, reader, member }: LinkPanelProps) {
  if (!reader.isPublic) return <p className="link-details__next muted">{TEXTS.private}</p>;
  if (nextTags.length === 0) {
    return (
      tags.length === 0 && (
        <p className="link-details__next muted">
          <Named text={TEXTS.apart} name={memberName(member)} />
        </p>
      )
    );
  }
  return (
    <p className="link-details__next muted">
      {TEXTS.oneTagAway(<bdi>{memberName(member)}</bdi>, <TagNames tags={nextTags} />)}
    </p>
  );
}

export function LinkPanel({ link, reader, member }: LinkPanelProps) {
  const id = useId();
  const [showsAll, setShowsAll] = useState(false);
  const { strength, since, tags, dimensions } = link;
  const isLinked = strength > 0;
  const lit = litPartsOf(strength);
  const shown = showsAll || tags.length <= MAX_CHIPS ? tags : tags.slice(0, FEW_CHIPS);
  const isFew = tags.length > MAX_CHIPS;
  const onLink = shown.filter((_, index) => index < MAX_CHIPS);
  return (
    <section className="link-details" aria-labelledby={id}>
      <div className="link-details__head">
        <h2 className="h3" id={id}>
          {TEXTS.title}
        </h2>
        {since !== null && <span className="small faint">{TEXTS.since(since)}</span>}
        <span className="link-details__actions">
          <BookmarkButton kind="member" subject={member.id} name={memberName(member)} />
          <Link
            className="link-details__show"
            to="/constellation"
            search={{ around: member.id, node: member.id }}
          >
            <LinksIcon />
            {TEXTS.show}
          </Link>
        </span>
      </div>
      <div className="link-details__grid">
        <Ends isOwn>{TEXTS.you}</Ends>
        <div className="link-details__link">
          <svg
            className="link-details__svg"
            viewBox="0 0 900 120"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <line
              className={isLinked ? 'link-details__solid' : 'c-dotted'}
              x1="0"
              y1="60"
              x2="900"
              y2="60"
              vectorEffect="non-scaling-stroke"
            />
          </svg>
          {isLinked ? (
            <>
              <p className="vh">{TEXTS.strength(lit)}</p>
              <ul className="link-details__tags">
                {onLink.map(({ name }) => (
                  <li key={name}>
                    <TagLink tag={name} className="chip" />
                  </li>
                ))}
                {isFew && (
                  <li>
                    <button type="button" className="chip" onClick={() => setShowsAll(!showsAll)}>
                      {showsAll ? TEXTS.fewerTags : TEXTS.moreTags(tags.length - FEW_CHIPS)}
                    </button>
                  </li>
                )}
              </ul>
              <div className="link-details__strength" aria-hidden="true">
                {Array.from({ length: LINK_DETAILS.parts }, (_, place) => (
                  <i key={place} className={place < lit ? 'is-lit' : undefined} />
                ))}
              </div>
            </>
          ) : (
            <p className="link-details__tags link-details__none">{TEXTS.none}</p>
          )}
        </div>
        <Ends>
          <MemberNames member={member} />
        </Ends>
      </div>
      {!isLinked && <NextTags link={link} reader={reader} member={member} />}
      {shown.length > 0 && (
        <dl className="link-details__sources">
          {shown.map((tag) => (
            <div key={tag.name}>
              <dt>
                <TagLink tag={tag.name} className="link" />
              </dt>
              <dd>
                <p>
                  <TagPlaces tag={tag} own={reader.username} username={member.username} />
                </p>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {dimensions.length > 0 && (
        <p className="link-details__both small muted">
          {TEXTS.bothIn(
            enumerated(
              dimensions.map(({ id: serverId, name, isPublic }) => (
                <Link
                  key={serverId}
                  to={isPublic ? '/dimensions/public' : '/dimensions/private'}
                  search={{ server: serverId }}
                  className="link"
                  dir="auto"
                >
                  {name}
                </Link>
              )),
            ),
          )}
        </p>
      )}
    </section>
  );
}

/** The link to the member whose page it is. Absent until it is known, and if it cannot be loaded. */
export function LinkDetails({ reader, member }: Omit<LinkPanelProps, 'link'>) {
  const { data } = useLinkDetails(member.username);
  return data && <LinkPanel link={data} reader={reader} member={member} />;
}
