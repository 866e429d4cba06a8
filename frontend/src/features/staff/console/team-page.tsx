import {
  listStaff,
  readField,
  removeStaff,
  setStaffRole,
  STAFF_ROLES,
  STAFF_USERNAME,
  type TeamMemberView,
  type StaffRole,
  type StaffRoleBody,
} from '@oniverse/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { validation } from '../../../forms/rules.js';
import { useSession } from '../../../session/session.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { MemberNames } from '../../../ui/member-names.js';
import { PageHead } from '../../../ui/page-head.js';
import { Select } from '../../../ui/select.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { GuardedDialog } from '../../account/security/index.js';
import { ConsoleFailure, ConsoleFrame } from './console-frame.js';
import { useStaffChange } from './staff-changes.js';
import { TEAM_TEXTS as TEXTS } from './team.texts.js';

const SHOWN = addressOf(listStaff);

const setRole = async (body: StaffRoleBody) => send(setStaffRole, { body });

function AddDialog({ onClose }: { onClose: () => void }) {
  const [role, chooseRole] = useState<StaffRole>('moderator');
  const { register, handleSubmit, formState } = useForm({ defaultValues: { username: '' } });
  const { errors, isDirty } = formState;
  const change = useStaffChange(setRole, { shows: SHOWN, onDone: onClose });
  return (
    <FormDialog
      title={TEXTS.form.title}
      text={TEXTS.form.text}
      texts={TEXTS.form}
      isPending={change.isPending}
      isDirty={isDirty}
      error={change.failure}
      onSubmit={handleSubmit(({ username }) =>
        change.run({ username: readField(STAFF_USERNAME, username), role }),
      )}
      onClose={onClose}
    >
      <Field
        label={TEXTS.form.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.username?.message ?? change.messages['username']}
        {...register('username', validation(STAFF_USERNAME))}
      />
      <Select
        label={TEXTS.form.role}
        options={STAFF_ROLES.map((value) => ({ value, title: TEXTS.roles[value] }))}
        value={role}
        onChange={chooseRole}
      />
    </FormDialog>
  );
}

/** What one administrator may do about a member of the staff: nothing about another administrator. */
function Actions({ member: { userId, username, role } }: { member: TeamMemberView }) {
  const client = useQueryClient();
  const [isRemoving, setRemoving] = useState(false);
  const change = useStaffChange(setRole, { shows: SHOWN, failed: TEXTS.changeFailed });
  const other = role === 'admin' ? 'moderator' : 'admin';
  return (
    <div className="row">
      <Button
        small
        pending={change.isPending && TEXTS.changing}
        onClick={() => change.run({ username, role: other })}
      >
        {TEXTS.make[other]}
      </Button>
      <Button small look="quiet" aria-label={TEXTS.removeOf(username)} onClick={() => setRemoving(true)}>
        {TEXTS.remove}
      </Button>
      {isRemoving && (
        <GuardedDialog
          {...TEXTS.removal}
          title={TEXTS.removal.title(username)}
          action={async () => send(removeStaff, { userId })}
          onDone={() => void invalidateAndRefetch(client, { queryKey: SHOWN })}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  );
}

function Team() {
  const { user } = useSession();
  const { data, error, refetch } = useQuery(queryOf(listStaff, {}, 0));
  if (!data && error) return <ConsoleFailure error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonLines text={TEXTS.loading} count={4} />;
  return (
    <ul className="console__rows" aria-label={TEXTS.title}>
      {data.map((member) => (
        <li key={member.userId} className="console__row">
          <div>
            <p>
              <MemberNames member={member} />
            </p>
            <p className="small faint">{TEXTS.roles[member.role]}</p>
            {!member.hasFactor && <Badge tone="warm">{TEXTS.noFactor}</Badge>}
          </div>
          {(member.role === 'moderator' || member.userId === user?.id) && <Actions member={member} />}
        </li>
      ))}
    </ul>
  );
}

/** Who works in the console. */
export function TeamPage() {
  const [isAdding, setAdding] = useState(false);
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead
        title={TEXTS.title}
        actions={
          <Button look="primary" onClick={() => setAdding(true)}>
            {TEXTS.add}
          </Button>
        }
      />
      <p className="muted">{TEXTS.text}</p>
      <Team />
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </ConsoleFrame>
  );
}
