import './groups.css';
import {
  GROUP_COLORS,
  GROUP_MENTIONERS,
  GROUP_NAME,
  type GroupColor,
  type GroupMentioners,
  type GroupView,
  may,
  readField,
  type ServerView,
} from '@oniverse/contracts';
import { type FormEvent, useState } from 'react';
import { fieldMessagesOf } from '../../../api/field-messages.js';
import { failureMessageOf } from '../../../api/http.js';
import { violationOf } from '../../../api/sentences.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Dialog } from '../../../ui/dialog.js';
import { Failure } from '../../../ui/failure.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { GroupMark } from '../../../ui/group-mark.js';
import { RadioList } from '../../../ui/radio-list.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import {
  useDeleteGroup,
  useGroupMembers,
  useGroups,
  useSaveGroup,
  useSetGroupMember,
} from './groups.queries.js';
import { GROUP_TEXTS as TEXTS } from './groups.texts.js';
import { NamedMembers } from './named-members.js';
import { standingOf } from './server-facts.js';

const { form: FORM } = TEXTS;
const COLORS = GROUP_COLORS.map((value) => ({ value, title: FORM.colors[value] }));
const MENTIONERS = GROUP_MENTIONERS.map((value) => ({ value, title: FORM.mentioners[value] }));
const NEW_GROUP: Pick<GroupView, 'name' | 'color' | 'mentionableBy'> = {
  name: '',
  color: 'accent',
  mentionableBy: 'staff',
};

interface GroupFormProps {
  serverId: string;
  /** Absent for a new group. */
  group?: GroupView;
  onClose: () => void;
}

function GroupForm({ serverId, group, onClose }: GroupFormProps) {
  const { mutate: save, isPending, error } = useSaveGroup(serverId, group?.id);
  const former = group ?? NEW_GROUP;
  const [name, setName] = useState(former.name);
  const [color, setColor] = useState<GroupColor>(former.color);
  const [mentionableBy, setMentionableBy] = useState<GroupMentioners>(former.mentionableBy);
  const [isTried, setTried] = useState(false);
  const violation = violationOf(GROUP_NAME, name);
  const refused = fieldMessagesOf(error)['name'];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (violation !== undefined) return;
    save({ name: readField(GROUP_NAME, name), color, mentionableBy }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={group ? FORM.editTitle : FORM.newTitle}
      texts={{ discard: FORM.discard, confirm: group ? FORM.save : FORM.create, pending: FORM.pending }}
      isPending={isPending}
      isDirty={name !== former.name || color !== former.color || mentionableBy !== former.mentionableBy}
      error={error && refused === undefined ? failureMessageOf(error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={FORM.name}
        hint={FORM.nameHint}
        autoComplete="off"
        autoCapitalize="none"
        value={name}
        error={(isTried ? violation : undefined) ?? refused}
        onChange={({ target }) => setName(target.value)}
      />
      <RadioList label={FORM.color} choices={COLORS} value={color} onChange={setColor} />
      <RadioList
        label={FORM.mentionableBy}
        choices={MENTIONERS}
        value={mentionableBy}
        onChange={setMentionableBy}
      />
    </FormDialog>
  );
}

function DeleteGroupDialog({ group, onClose }: { group: GroupView; onClose: () => void }) {
  const { mutate, isPending, error } = useDeleteGroup(group.serverId);
  const { title, text, action, pending } = TEXTS.deletion;
  return (
    <ConfirmDialog
      open
      title={title(group.name)}
      text={text}
      confirm={action}
      pending={isPending && pending}
      error={error ? failureMessageOf(error) : undefined}
      onConfirm={() => mutate(group.id, { onSuccess: onClose })}
      onCancel={onClose}
    />
  );
}

interface GroupMembersProps {
  server: ServerView;
  group: GroupView;
  onBack: () => void;
}

function GroupMembers({ server, group, onBack }: GroupMembersProps) {
  const members = useGroupMembers(group.id);
  const { mutate: set } = useSetGroupMember(server.id);
  const mayChangeStaff = may(standingOf(server), 'manageStaffGroups');
  const mayChange = mayChangeStaff || !group.hasStaff;
  return (
    <>
      <NamedMembers
        serverId={server.id}
        list={members}
        label={TEXTS.membersTitle(group.name)}
        empty={TEXTS.noMembers}
        refusal={mayChange ? undefined : TEXTS.staffOnly}
        isOffered={({ role }) => mayChangeStaff || role === 'member'}
        onAdd={(userId) => set({ id: group.id, userId, belongs: true })}
        onRemove={(userId) => set({ id: group.id, userId, belongs: false })}
      />
      <div className="groups__foot">
        <Button small onClick={onBack}>
          {TEXTS.back}
        </Button>
      </div>
    </>
  );
}

interface GroupRowProps {
  group: GroupView;
  mayChange: boolean;
  onOpen: (view: 'members' | 'edit' | 'delete') => void;
}

function GroupRow({ group, mayChange, onOpen }: GroupRowProps) {
  const { name, color, memberCount } = group;
  return (
    <li className="staff__row">
      <p className="staff__text">
        <GroupMark color={color}>{name}</GroupMark>
        <span className="small faint">{TEXTS.members(memberCount)}</span>
      </p>
      <div className="groups__actions">
        <Button small aria-label={TEXTS.showMembersOf(name)} onClick={() => onOpen('members')}>
          {TEXTS.showMembers}
        </Button>
        {mayChange && (
          <>
            <Button small aria-label={TEXTS.editOf(name)} onClick={() => onOpen('edit')}>
              {TEXTS.edit}
            </Button>
            <Button small look="danger" aria-label={TEXTS.removeOf(name)} onClick={() => onOpen('delete')}>
              {TEXTS.remove}
            </Button>
          </>
        )}
      </div>
    </li>
  );
}

/** The groups of a dimension, for its staff. */
export default function GroupsDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const { data: groups, error, refetch } = useGroups(server.id);
  const [view, setView] = useState<{ kind: 'members' | 'edit' | 'delete' | 'create'; id?: string } | null>(
    null,
  );
  const chosen = groups?.find(({ id }) => id === view?.id);
  const mayChangeStaff = may(standingOf(server), 'manageStaffGroups');
  const back = () => setView(null);
  const isShowingMembers = view?.kind === 'members' && chosen !== undefined;
  return (
    <>
      <Dialog title={isShowingMembers ? TEXTS.membersTitle(chosen.name) : TEXTS.title} onClose={onClose}>
        {isShowingMembers ? (
          <GroupMembers server={server} group={chosen} onBack={back} />
        ) : (
          <>
            <p className="small muted staff__lead">{TEXTS.text}</p>
            {error && <Failure small text={failureMessageOf(error)} onRetry={() => void refetch()} />}
            {!groups && !error && <SkeletonLines text={TEXTS.loading} count={2} />}
            {groups?.length === 0 && <p className="small faint">{TEXTS.empty}</p>}
            {groups && groups.length > 0 && (
              <ul className="staff" aria-label={TEXTS.title}>
                {groups.map((group) => (
                  <GroupRow
                    key={group.id}
                    group={group}
                    mayChange={mayChangeStaff || !group.hasStaff}
                    onOpen={(kind) => setView({ kind, id: group.id })}
                  />
                ))}
              </ul>
            )}
            <div className="groups__foot">
              <Button small onClick={() => setView({ kind: 'create' })}>
                {TEXTS.create}
              </Button>
            </div>
          </>
        )}
      </Dialog>
      {view?.kind === 'create' && <GroupForm serverId={server.id} onClose={back} />}
      {view?.kind === 'edit' && chosen && <GroupForm serverId={server.id} group={chosen} onClose={back} />}
      {view?.kind === 'delete' && chosen && <DeleteGroupDialog group={chosen} onClose={back} />}
    </>
  );
}
