import type { TagMemberView, TagPageView } from '@oniverse/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TagNames } from '../../../tags/tag-names.js';
import { Avatar } from '../../../ui/avatar.js';
import { Failure } from '../../../ui/failure.js';
import { memberName } from '../../../ui/member-name.js';
import { MoreButton } from '../../../ui/more-button.js';
import { LinkParts, MemberLink } from '../member-card/index.js';
import { SectionHead } from './section-head.js';
import { tagMembersQuery } from './tag-page.queries.js';
import { TAG_PAGE_TEXTS as TEXTS } from './tag-page.texts.js';

function MemberRow({ member, hasLinks }: { member: TagMemberView; hasLinks: boolean }) {
  const { username, profileImageUrl, strength, tags } = member;
  const name = memberName(member);
  return (
    <li>
      <MemberLink username={username}>
        <Avatar name={name} src={profileImageUrl} />
        <span className="vh">{name}</span>
      </MemberLink>
      <div>
        <MemberLink username={username} className="tag-page__name">
          <bdi>{name}</bdi>
        </MemberLink>
        {tags.length > 0 && (
          <p className="tiny tag-page__tags">
            {strength === 0 && `${TEXTS.also} `}
            <TagNames tags={tags} />
          </p>
        )}
      </div>
      {hasLinks && <LinkParts strength={strength} />}
    </li>
  );
}

function MemberList({ members, hasLinks }: { members: readonly TagMemberView[]; hasLinks: boolean }) {
  return (
    <ul className="tag-page__members">
      {members.map((member) => (
        <MemberRow key={member.id} member={member} hasLinks={hasLinks} />
      ))}
    </ul>
  );
}

function AllMembers({ tag, except }: { tag: string; except: string | undefined }) {
  const query = useInfiniteQuery(tagMembersQuery(tag));
  const members = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      {query.isError && <Failure small text={TEXTS.membersFailed} onRetry={() => void query.refetch()} />}
      <MemberList members={members.filter(({ id }) => id !== except)} hasLinks />
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.morePending} className="tag-page__next" />
    </>
  );
}

/** @param own the reader's id; undefined for a visitor, who sees no lines */
export function TagMembers({ page, own }: { page: TagPageView; own: string | undefined }) {
  const [showsAll, setShowsAll] = useState(false);
  const isMember = own !== undefined;
  const others = (page.memberCount ?? 0) - Number(page.isCarried);
  const hasMore = isMember && others > page.members.length;
  if (page.members.length === 0) return null;
  return (
    <section className="tag-page__section" aria-labelledby="tag-members">
      <SectionHead
        id="tag-members"
        title={TEXTS.members}
        action={hasMore && !showsAll ? TEXTS.allMembers(page) : undefined}
        onAction={() => setShowsAll(true)}
      />
      {showsAll ? (
        <AllMembers tag={page.name} except={own} />
      ) : (
        <MemberList members={page.members} hasLinks={isMember} />
      )}
    </section>
  );
}
