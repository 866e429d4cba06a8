import {
  beginIncident,
  deleteIncident,
  endIncident,
  getStatus,
  INCIDENT_NOTE,
  INCIDENT_STATES,
  INCIDENT_TITLE,
  type IncidentState,
  type IncidentView,
  isAtLeast,
  noteIncident,
  SERVICE_PARTS,
  type ServicePart,
  type StatusView,
} from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { queryOf, send } from '../../../api/calls.js';
import { useSession } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { PageHead } from '../../../ui/page-head.js';
import { Select } from '../../../ui/select.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { TextArea } from '../../../ui/text-area.js';
import { failureTextOf, NotConfirmedError, useGuard } from '../../account/security/index.js';
import { IncidentList, STATUS_TEXTS } from '../../site/status/index.js';
import { ConsoleFailure, ConsoleFrame } from './console-frame.js';
import { INCIDENTS_TEXTS as TEXTS } from './incidents.texts.js';
import { MaintenancePart } from './maintenance-part.js';

const statusQuery = queryOf(getStatus, undefined, 0);

/** Makes a change of an incident, after the member of staff has proved who they are, and shows it in the list. */
function useIncidentChange<Given, Answer>(
  change: (given: Given) => Promise<Answer>,
  onError: (error: Error) => void = showNoToast,
) {
  const guard = useGuard();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => guard(async () => change(given)),
    onSuccess: () => void client.invalidateQueries({ queryKey: statusQuery.queryKey }),
    onError,
  });
}

const FORM = { discard: TEXTS.cancel, pending: TEXTS.pending } as const;

function BeginDialog({ onClose }: { onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [note, setNote] = useState('');
  const [part, setPart] = useState<ServicePart>('web');
  const [state, setState] = useState<IncidentState>('slow');
  const { mutate, isPending, error } = useIncidentChange(async () =>
    send(beginIncident, { body: { title, part, state, note } }),
  );
  return (
    <FormDialog
      title={TEXTS.begin}
      texts={{ ...FORM, confirm: TEXTS.begin }}
      isPending={isPending}
      isDirty={title !== '' || note !== ''}
      error={error ? failureTextOf(error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(undefined, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <Field
        label={TEXTS.name}
        value={title}
        maxLength={INCIDENT_TITLE.max}
        onChange={({ target }) => setTitle(target.value)}
      />
      <Select
        label={TEXTS.part}
        value={part}
        options={SERVICE_PARTS.map((value) => ({ value, title: STATUS_TEXTS.parts[value].name }))}
        onChange={setPart}
      />
      <Select
        label={TEXTS.state}
        value={state}
        options={INCIDENT_STATES.map((value) => ({ value, title: TEXTS.states[value] }))}
        onChange={setState}
      />
      <TextArea
        label={TEXTS.words}
        max={INCIDENT_NOTE.max}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}

interface NoteDialogProps {
  incident: IncidentView;
  isLast: boolean;
  onClose: () => void;
}

function NoteDialog({ incident: { id, title }, isLast, onClose }: NoteDialogProps) {
  const [note, setNote] = useState('');
  const { mutate, isPending, error } = useIncidentChange(async () =>
    send(isLast ? endIncident : noteIncident, { id, body: { note } }),
  );
  const confirm = isLast ? TEXTS.end : TEXTS.note;
  return (
    <FormDialog
      title={confirm}
      text={title}
      texts={{ ...FORM, confirm }}
      isPending={isPending}
      isDirty={note !== ''}
      error={error ? failureTextOf(error) : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        mutate(undefined, { onSuccess: onClose });
      }}
      onClose={onClose}
    >
      <TextArea
        label={TEXTS.words}
        max={INCIDENT_NOTE.max}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </FormDialog>
  );
}

type Asked = 'note' | 'end' | 'delete';

function IncidentActions({ incident }: { incident: IncidentView }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { user } = useSession();
  const remove = useIncidentChange(
    async () => send(deleteIncident, { id: incident.id }),
    (error: Error) => {
      if (!(error instanceof NotConfirmedError)) showFailure(TEXTS.failedDelete, error);
    },
  );
  const close = () => setAsked(null);
  return (
    <div className="row">
      {incident.endedAt === null && (
        <>
          <Button small onClick={() => setAsked('note')}>
            {TEXTS.note}
          </Button>
          <Button small onClick={() => setAsked('end')}>
            {TEXTS.end}
          </Button>
        </>
      )}
      {isAtLeast(user?.staffRole ?? null, 'admin') && (
        <Button small look="danger" onClick={() => setAsked('delete')}>
          {TEXTS.delete}
        </Button>
      )}
      {(asked === 'note' || asked === 'end') && (
        <NoteDialog incident={incident} isLast={asked === 'end'} onClose={close} />
      )}
      <ConfirmDialog
        open={asked === 'delete'}
        {...TEXTS.confirmDelete}
        onConfirm={() => {
          close();
          remove.mutate(undefined);
        }}
        onCancel={close}
      />
    </div>
  );
}

function Incidents({ status }: { status: StatusView }) {
  return (
    <IncidentList incidents={status.incidents}>
      {(incident) => <IncidentActions incident={incident} />}
    </IncidentList>
  );
}

/** Where staff write about disturbances of the service, and administrators plan maintenance. */
export function IncidentsPage() {
  const { data, error, refetch } = useQuery(statusQuery);
  const [isBeginning, setBeginning] = useState(false);
  const { user } = useSession();
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead
        title={TEXTS.title}
        actions={
          <>
            <Link to="/status" className="link">
              {TEXTS.page}
            </Link>
            <Button look="primary" onClick={() => setBeginning(true)}>
              {TEXTS.begin}
            </Button>
          </>
        }
      />
      <p className="muted">{TEXTS.text}</p>
      {isAtLeast(user?.staffRole ?? null, 'admin') && (
        <div className="console__part">
          <MaintenancePart />
        </div>
      )}
      {error && !data && <ConsoleFailure error={error} onRetry={() => void refetch()} />}
      {!error && !data && <SkeletonLines text={TEXTS.loading} count={3} />}
      {data && (
        <div className="console__part">
          <Incidents status={data} />
        </div>
      )}
      {isBeginning && <BeginDialog onClose={() => setBeginning(false)} />}
    </ConsoleFrame>
  );
}
