import {
  createRegistrationInvite,
  getRegistration,
  type ListedRegistrationInvite,
  listRegistrationInvites,
  type RegistrationInvite,
  REGISTRATION_MODES,
  revokeRegistrationInvite,
  type RegistrationMode,
  setRegistration,
} from '@oniverse/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { Button } from '../../../ui/button.js';
import { formatShortMoment } from '../../../ui/dates.js';
import { plainNames } from '../../../ui/member-name.js';
import { PageHead } from '../../../ui/page-head.js';
import { Plate } from '../../../ui/plate.js';
import { RadioList } from '../../../ui/radio-list.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { ConsoleFailure, ConsoleFrame } from './console-frame.js';
import { ConsoleList } from './console-list.js';
import { InviteLinkDialog } from './invite-link-dialog.js';
import { REGISTRATION_TEXTS as TEXTS } from './registration.texts.js';
import { useStaffChange } from './staff-changes.js';

const SHOWN = addressOf(getRegistration);

function Mode() {
  const { data, error, refetch } = useQuery(queryOf(getRegistration, {}, 0));
  const change = useStaffChange(async (mode: RegistrationMode) => send(setRegistration, { body: { mode } }), {
    shows: SHOWN,
    failed: TEXTS.failed,
  });
  if (!data && error) return <ConsoleFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines text={TEXTS.loading} />;
  return (
    <RadioList
      label={TEXTS.mode}
      choices={REGISTRATION_MODES.map((value) => ({ value, ...TEXTS.modes[value] }))}
      value={data.mode}
      onChange={(mode) => !change.isPending && change.run(mode)}
    />
  );
}

function Invite({ invite }: { invite: ListedRegistrationInvite }) {
  const { id, email, createdBy, expiresAt } = invite;
  const revocation = useStaffChange(async () => send(revokeRegistrationInvite, { id }), {
    shows: SHOWN,
    failed: TEXTS.revokeFailed,
  });
  const whom = email ?? TEXTS.forAnyone;
  return (
    <>
      <div>
        <p>
          <bdi>{whom}</bdi>
        </p>
        <p className="small faint">
          {TEXTS.by(createdBy ? plainNames(createdBy) : TEXTS.departed)},{' '}
          {TEXTS.until(formatShortMoment(new Date(expiresAt)))}
        </p>
      </div>
      <Button
        small
        aria-label={TEXTS.revokeOf(whom)}
        pending={revocation.isPending && TEXTS.revoking}
        onClick={() => revocation.run(undefined)}
      >
        {TEXTS.revoke}
      </Button>
    </>
  );
}

function Invites() {
  const [shown, setShown] = useState<RegistrationInvite>();
  const list = useInfiniteQuery({ ...listOf(listRegistrationInvites, {}), refetchOnMount: 'always' });
  const invitation = useStaffChange(async () => send(createRegistrationInvite), {
    shows: SHOWN,
    failed: TEXTS.inviteFailed,
    onDone: setShown,
  });
  return (
    <Plate
      title={TEXTS.invites}
      aside={
        <Button
          small
          pending={invitation.isPending && TEXTS.inviting}
          onClick={() => invitation.run(undefined)}
        >
          {TEXTS.invite}
        </Button>
      }
    >
      <ConsoleList list={list} texts={TEXTS.list} keyOf={({ id }) => id}>
        {(invite) => <Invite invite={invite} />}
      </ConsoleList>
      {shown && <InviteLinkDialog invite={shown} onClose={() => setShown(undefined)} />}
    </Plate>
  );
}

/** Who may create an account, and the invitations to do so. */
export function RegistrationPage() {
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead title={TEXTS.title} />
      <p className="muted">{TEXTS.text}</p>
      <div className="console__part">
        <Mode />
      </div>
      <Invites />
    </ConsoleFrame>
  );
}
