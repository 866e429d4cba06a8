import {
  ANNOUNCEMENT_LIMITS,
  ANNOUNCEMENT_RULES,
  createAnnouncement,
  deleteAnnouncement,
  listAnnouncements,
  type ListedAnnouncement,
  readField,
  updateAnnouncement,
} from '@oniverse/contracts';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { addressOf, listOf, send } from '../../../api/calls.js';
import { invalidateAndRefetch } from '../../../api/invalidate-and-refetch.js';
import { validation } from '../../../forms/rules.js';
import { useIsPast } from '../../../live/use-is-past.js';
import { Badge } from '../../../ui/badge.js';
import { Button } from '../../../ui/button.js';
import { formatShortMoment } from '../../../ui/dates.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { plainNames } from '../../../ui/member-name.js';
import { PageHead } from '../../../ui/page-head.js';
import { TextArea } from '../../../ui/text-area.js';
import { GuardedDialog } from '../../account/security/index.js';
import { ANNOUNCEMENTS_TEXTS as TEXTS } from './announcements.texts.js';
import { ConsoleFrame } from './console-frame.js';
import { ConsoleList } from './console-list.js';
import { useStaffChange } from './staff-changes.js';
import { typedTime } from './typed-time.js';

const SHOWN = addressOf(listAnnouncements);
const HOUR_MS = 3_600_000;

const requiredTime = { validate: (text: string) => text !== '' || TEXTS.form.timeRequired };

type Values = Record<'title' | 'text' | 'link' | 'startsAt' | 'endsAt', string>;

function bodyOf(values: Values) {
  const text = readField(ANNOUNCEMENT_RULES.text, values.text);
  const link = readField(ANNOUNCEMENT_RULES.link, values.link);
  return {
    title: readField(ANNOUNCEMENT_RULES.title, values.title),
    ...(text !== '' && { text }),
    ...(link !== '' && { link }),
    startsAt: new Date(values.startsAt).toISOString(),
    endsAt: new Date(values.endsAt).toISOString(),
  };
}

interface AnnouncementDialogProps {
  /** When editing. */
  announcement?: ListedAnnouncement;
  onClose: () => void;
}

function AnnouncementDialog({ announcement, onClose }: AnnouncementDialogProps) {
  const [now] = useState(Date.now);
  const { register, handleSubmit, formState } = useForm<Values>({
    defaultValues: {
      title: announcement?.title ?? '',
      text: announcement?.text ?? '',
      link: announcement?.link ?? '',
      startsAt: typedTime(announcement ? Date.parse(announcement.startsAt) : now),
      endsAt: typedTime(announcement ? Date.parse(announcement.endsAt) : now + HOUR_MS),
    },
  });
  const { errors, isDirty } = formState;
  const change = useStaffChange(
    async (values: Values) =>
      announcement
        ? send(updateAnnouncement, { id: announcement.id, body: bodyOf(values) })
        : send(createAnnouncement, { body: bodyOf(values) }),
    { shows: SHOWN, onDone: onClose },
  );
  const errorOf = (name: keyof Values) => errors[name]?.message ?? change.messages[name];
  return (
    <FormDialog
      title={announcement ? TEXTS.form.editTitle : TEXTS.form.newTitle}
      texts={TEXTS.form}
      isPending={change.isPending}
      isDirty={isDirty}
      error={change.failure}
      onSubmit={handleSubmit((values) => change.run(values))}
      onClose={onClose}
    >
      <Field
        label={TEXTS.form.title}
        autoComplete="off"
        error={errorOf('title')}
        {...register('title', validation(ANNOUNCEMENT_RULES.title))}
      />
      <TextArea
        label={TEXTS.form.text}
        note={TEXTS.form.optional}
        error={errorOf('text')}
        {...register('text', validation(ANNOUNCEMENT_RULES.text))}
        max={ANNOUNCEMENT_LIMITS.text.max}
      />
      <Field
        label={TEXTS.form.link}
        note={TEXTS.form.optional}
        hint={TEXTS.form.linkHint}
        autoComplete="off"
        spellCheck={false}
        error={errorOf('link')}
        {...register('link', validation(ANNOUNCEMENT_RULES.link))}
      />
      <Field
        label={TEXTS.form.startsAt}
        type="datetime-local"
        error={errorOf('startsAt')}
        {...register('startsAt', requiredTime)}
      />
      <Field
        label={TEXTS.form.endsAt}
        type="datetime-local"
        error={errorOf('endsAt')}
        {...register('endsAt', requiredTime)}
      />
    </FormDialog>
  );
}

function State({ announcement: { startsAt, endsAt } }: { announcement: ListedAnnouncement }) {
  const hasStarted = useIsPast(Date.parse(startsAt));
  const isOver = useIsPast(Date.parse(endsAt));
  if (isOver) return <Badge>{TEXTS.states.over}</Badge>;
  return hasStarted ? (
    <Badge filled tone="warm">
      {TEXTS.states.running}
    </Badge>
  ) : (
    <Badge tone="warm">{TEXTS.states.planned}</Badge>
  );
}

function Announcement({ announcement }: { announcement: ListedAnnouncement }) {
  const { id, title, text, startsAt, endsAt, createdBy } = announcement;
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <div>
        <p>
          <b dir="auto">{title}</b> <State announcement={announcement} />
        </p>
        {text !== null && (
          <p className="small muted" dir="auto">
            {text}
          </p>
        )}
        <p className="small faint">
          {TEXTS.span(formatShortMoment(new Date(startsAt)), formatShortMoment(new Date(endsAt)))},{' '}
          {TEXTS.by(createdBy ? plainNames(createdBy) : TEXTS.departed)}
        </p>
      </div>
      <div className="row">
        <Button small aria-label={TEXTS.editOf(title)} onClick={() => setDialog('edit')}>
          {TEXTS.edit}
        </Button>
        <Button small look="quiet" aria-label={TEXTS.deleteOf(title)} onClick={() => setDialog('delete')}>
          {TEXTS.delete}
        </Button>
      </div>
      {dialog === 'edit' && <AnnouncementDialog announcement={announcement} onClose={close} />}
      {dialog === 'delete' && (
        <GuardedDialog
          {...TEXTS.deletion}
          action={async () => send(deleteAnnouncement, { id })}
          onDone={() => void invalidateAndRefetch(client, { queryKey: SHOWN })}
          onClose={close}
        />
      )}
    </>
  );
}

/** What staff announce to everyone. */
export function AnnouncementsPage() {
  const [isAdding, setAdding] = useState(false);
  const list = useInfiniteQuery({ ...listOf(listAnnouncements, {}), refetchOnMount: 'always' });
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
      <ConsoleList list={list} texts={TEXTS.list} keyOf={({ id }) => id}>
        {(announcement) => <Announcement announcement={announcement} />}
      </ConsoleList>
      {isAdding && <AnnouncementDialog onClose={() => setAdding(false)} />}
    </ConsoleFrame>
  );
}
