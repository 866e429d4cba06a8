import type { ListedInvite } from '@oniverse/contracts';
import { Button } from '../../../ui/button.js';
import { formatShortMoment } from '../../../ui/dates.js';
import { MemberNames } from '../../../ui/member-names.js';
import { MemberLink } from '../../people/member-card/index.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { StaffList } from './staff-list.js';
import { useInvites, useRevokeInvite } from './staff.queries.js';

const { invite: TEXTS } = DIMENSIONS_TEXTS;

function Invite({ serverId, invite }: { serverId: string; invite: ListedInvite }) {
  const { id, createdBy, expiresAt, maxUses, uses } = invite;
  const { mutate: revoke, isPending } = useRevokeInvite(serverId);
  const until = formatShortMoment(new Date(expiresAt));
  return (
    <li className="staff__row">
      <p className="staff__text">
        {createdBy ? (
          <MemberLink username={createdBy.username}>
            <MemberNames member={createdBy} />
          </MemberLink>
        ) : (
          <span>{TEXTS.departed}</span>
        )}
        <span className="small faint">{TEXTS.used(uses, maxUses, until)}</span>
      </p>
      <Button
        small
        look="danger"
        aria-label={TEXTS.revokeOf(createdBy?.username ?? TEXTS.departed, until)}
        pending={isPending && TEXTS.revoking}
        onClick={() => revoke(id)}
      >
        {TEXTS.revoke}
      </Button>
    </li>
  );
}

export function ActiveInvites({ serverId }: { serverId: string }) {
  const invites = useInvites(serverId);
  return (
    <section className="invites">
      <h3 className="tiny">{TEXTS.active}</h3>
      <StaffList list={invites} label={TEXTS.active} loading={TEXTS.loadingActive} empty={TEXTS.noneActive}>
        {(invite) => <Invite key={invite.id} serverId={serverId} invite={invite} />}
      </StaffList>
    </section>
  );
}
