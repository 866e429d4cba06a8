import {
  endMaintenance,
  getMaintenance,
  MAINTENANCE_TEXT,
  type MaintenanceView,
  readField,
  setMaintenance,
} from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addressOf, queryOf, send } from '../../../api/calls.js';
import { validation } from '../../../forms/rules.js';
import { useIsPast } from '../../../live/use-is-past.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { ConfirmDialog } from '../../../ui/confirm-dialog.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { useNow } from '../../../ui/now.js';
import { Plate } from '../../../ui/plate.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { timeSpan } from '../../../ui/dates.js';
import { ConsoleFailure } from './console-frame.js';
import { INCIDENTS_TEXTS } from './incidents.texts.js';
import { useStaffChange } from './staff-changes.js';
import { typedTime } from './typed-time.js';

const TEXTS = INCIDENTS_TEXTS.maintenance;
const SHOWN = addressOf(getMaintenance);

type Values = Record<'startsAt' | 'endsAt' | 'text', string>;

const isoOf = (typed: string): string => new Date(typed).toISOString();
const typedOr = (iso: string | null | undefined): string => (iso ? typedTime(Date.parse(iso)) : '');

interface MaintenanceDialogProps {
  maintenance: MaintenanceView | null;
  isRunning: boolean;
  onClose: () => void;
}

function MaintenanceDialog({ maintenance, isRunning, onClose }: MaintenanceDialogProps) {
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: {
      startsAt: isRunning ? '' : typedOr(maintenance?.startsAt),
      endsAt: typedOr(maintenance?.endsAt),
      text: maintenance?.text ?? '',
    },
  });
  const change = useStaffChange(
    async ({ startsAt, endsAt, ...values }: Values) => {
      const text = readField(MAINTENANCE_TEXT, values.text);
      return send(setMaintenance, {
        body: {
          ...(startsAt !== '' && { startsAt: isoOf(startsAt) }),
          ...(endsAt !== '' && { endsAt: isoOf(endsAt) }),
          ...(text !== '' && { text }),
        },
      });
    },
    { shows: SHOWN, onDone: onClose },
  );
  const errorOf = (name: keyof Values) => formState.errors[name]?.message ?? change.messages[name];
  return (
    <FormDialog
      title={TEXTS.title}
      text={TEXTS.rule}
      texts={TEXTS.form}
      isPending={change.isPending}
      isDirty={formState.isDirty}
      error={change.failure}
      onSubmit={handleSubmit((values) => change.run(values))}
      onClose={onClose}
    >
      {!isRunning && (
        <Field
          label={TEXTS.form.startsAt}
          hint={TEXTS.form.startsNow}
          type="datetime-local"
          error={errorOf('startsAt')}
          {...register('startsAt')}
        />
      )}
      <Field
        label={TEXTS.form.endsAt}
        hint={TEXTS.form.endsLater}
        type="datetime-local"
        error={errorOf('endsAt')}
        {...register('endsAt')}
      />
      <Field
        label={TEXTS.form.text}
        hint={TEXTS.form.textHint}
        autoComplete="off"
        error={errorOf('text')}
        {...register('text', validation(MAINTENANCE_TEXT))}
      />
    </FormDialog>
  );
}

function EndDialog({ isRunning, onClose }: { isRunning: boolean; onClose: () => void }) {
  const change = useStaffChange(async () => send(endMaintenance), { shows: SHOWN, onDone: onClose });
  const texts = isRunning ? TEXTS.ending : TEXTS.cancelling;
  return (
    <ConfirmDialog
      title={texts.title}
      text={texts.text}
      confirm={texts.open}
      pending={change.isPending && TEXTS.form.pending}
      error={change.failure}
      harmless
      onConfirm={() => change.run(undefined)}
      onCancel={onClose}
    />
  );
}

/** Makes the site read only, now or at a planned time. */
export function MaintenancePart() {
  const now = useNow();
  const { data, error, refetch } = useQuery(queryOf(getMaintenance, {}, 0));
  const [dialog, setDialog] = useState<'set' | 'end'>();
  const maintenance = data?.maintenance ?? null;
  const isRunning = useIsPast(maintenance ? Date.parse(maintenance.startsAt) : undefined);
  const end = maintenance?.endsAt ? Date.parse(maintenance.endsAt) : null;
  const isOver = useIsPast(end ?? undefined);
  const shown = isOver ? null : maintenance;
  const close = () => setDialog(undefined);
  return (
    <Plate
      title={TEXTS.title}
      aside={
        data && (
          <Button small onClick={() => setDialog('set')}>
            {shown ? TEXTS.change : TEXTS.set}
          </Button>
        )
      }
    >
      {!data && error ? (
        <ConsoleFailure error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonLines text={TEXTS.loading} />
      ) : shown ? (
        <div className="row">
          <p>
            <Badge filled={isRunning} tone="warm">
              {isRunning ? TEXTS.running : TEXTS.planned}
            </Badge>{' '}
            {timeSpan(Date.parse(shown.startsAt), end, now)} <bdi className="faint">{shown.text}</bdi>
          </p>
          <Button small onClick={() => setDialog('end')}>
            {isRunning ? TEXTS.ending.open : TEXTS.cancelling.open}
          </Button>
        </div>
      ) : (
        <p className="muted">{TEXTS.rule}</p>
      )}
      {dialog === 'set' && (
        <MaintenanceDialog maintenance={shown} isRunning={isRunning && shown !== null} onClose={close} />
      )}
      {dialog === 'end' && <EndDialog isRunning={isRunning} onClose={close} />}
    </Plate>
  );
}
