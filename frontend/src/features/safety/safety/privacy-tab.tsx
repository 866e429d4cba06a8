import type { HiddenMemberView } from '@oniverse/contracts';
import { Avatar } from '../../../ui/avatar.js';
import { Button } from '../../../ui/button.js';
import { Failure } from '../../../ui/failure.js';
import { memberName } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Section } from '../../../ui/section.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { type Hiding, useChangeHiding, useHiddenList } from './safety.queries.js';
import { SAFETY_TEXTS } from './safety.texts.js';

const { tab: TEXTS } = SAFETY_TEXTS;

function HiddenMemberRow({ entry, hiding }: { entry: HiddenMemberView; hiding: Hiding }) {
  const { userId, author, since } = entry;
  const { mutate, isPending } = useChangeHiding();
  const username = author?.username ?? TEXTS.unknown;
  const name = author ? memberName(author) : TEXTS.unknown;
  const texts = TEXTS[hiding];
  return (
    <li className="settings__row">
      <Avatar name={name} src={author?.profileImageUrl ?? null} size="s" />
      <div className="grow">
        <span className="h4">{author ? <MemberNames member={author} /> : TEXTS.unknown}</span>
        <div className="tiny faint">
          <RelativeTime at={since} />
        </div>
      </div>
      <Button
        small
        aria-label={texts.endName(name)}
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate({ member: { id: userId, username }, hiding, hide: false });
        }}
      >
        {texts.end}
      </Button>
    </li>
  );
}

function HiddenMembersSection({ hiding }: { hiding: Hiding }) {
  const list = useHiddenList(hiding);
  const { data, isError, refetch } = list;
  const texts = TEXTS[hiding];
  const entries = data?.pages.flatMap(({ items }) => items);
  return (
    <Section title={texts.title}>
      {!entries && !isError && <SkeletonLines text={texts.loading} count={1} />}
      {!entries && isError && <Failure text={texts.failed} onRetry={() => void refetch()} />}
      {entries?.length === 0 && <p className="faint">{texts.none}</p>}
      {entries && entries.length > 0 && (
        <ul className="settings__list">
          {entries.map((entry) => (
            <HiddenMemberRow key={entry.userId} entry={entry} hiding={hiding} />
          ))}
        </ul>
      )}
      <MoreOfList name={TEXTS.more} list={list} />
    </Section>
  );
}

/** The members that the reader blocked and muted, in the settings. */
export function PrivacyTab() {
  return (
    <>
      <p className="settings__lead muted">{TEXTS.lead}</p>
      <HiddenMembersSection hiding="blocked" />
      <HiddenMembersSection hiding="muted" />
    </>
  );
}
