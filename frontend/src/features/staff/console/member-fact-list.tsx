import type { MemberFacts } from '@oniverse/contracts';
import { formatSize } from '../../../objects/file-facts.js';
import { formatDate } from '../../../ui/dates.js';
import { Facts } from '../../../ui/facts.js';
import { MEMBERS_TEXTS as TEXTS } from './members.texts.js';

/** What staff see of a member at a glance. */
export function MemberFactList({ member }: { member: MemberFacts }) {
  const { createdAt, isVerified, hasFactor, isPublic, pictureBytes, fileBytes, isSuspended } = member;
  const names = TEXTS.facts;
  return (
    <Facts
      facts={[
        { name: TEXTS.joined, value: formatDate(new Date(createdAt)) },
        { name: names.address, value: isVerified ? TEXTS.verified : TEXTS.unverified },
        { name: names.factor, value: hasFactor ? TEXTS.hasFactor : TEXTS.noFactor },
        {
          name: names.profile,
          value: isSuspended ? (
            <span className="warm">{TEXTS.suspended}</span>
          ) : isPublic ? (
            TEXTS.public
          ) : (
            TEXTS.hidden
          ),
        },
        { name: names.storage, value: formatSize(pictureBytes + fileBytes) },
        { name: names.sessions, value: member.sessions },
        { name: names.cases, value: member.cases },
        {
          name: names.measures,
          value: <span className={member.measures > 0 ? 'warm' : undefined}>{member.measures}</span>,
        },
      ]}
    />
  );
}
