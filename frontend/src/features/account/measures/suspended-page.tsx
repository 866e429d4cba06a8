import '../../../ui/quote.css';
import './measures.css';
import {
  APPEAL_RULES,
  appealSuspension,
  createExportAddress,
  ERASURE_RULES,
  eraseAccount,
  getSuspension,
  logOut,
  MEASURE_LIMITS,
  type MeasureView,
  readField,
} from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { failureMessageOf, HttpError, isProblem } from '../../../api/http.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { validation } from '../../../forms/rules.js';
import { useKeptForm } from '../../../forms/use-kept-values.js';
import { TopNavigation } from '../../../frame/top-navigation.js';
import { Badge } from '../../../ui/badge.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { Facts } from '../../../ui/facts.js';
import { Failure } from '../../../ui/failure.js';
import { Field } from '../../../ui/field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { showFailure, showNoToast } from '../../../ui/show-failure.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { StarField } from '../../../ui/star-field.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { REASON_TEXTS } from '../../safety/reports/index.js';
import { DECISION_TEXTS, SUSPENDED_TEXTS as TEXTS } from './measures.texts.js';
import { dropSuspendedSession, sendSuspended } from './suspended-session.js';
import { SuspensionFigure } from './suspension-figure.js';

/** How soon an open page shows a decision: a suspended member has no live connection. */
const REFETCH_MS = 60_000;

const queryKeyOf = (sessionId: string) => ['suspension', sessionId] as const;

/** Shows the failure of what needs a recent sign-in, which a suspended member can only repeat. */
const showRefusal = (title: string) => (error: Error) => {
  if (isProblem(error, 'reauthentication_required'))
    showToast({ title: TEXTS.again.title, description: TEXTS.again.text });
  else showFailure(title, error);
};

export interface SuspendedProps {
  sessionId: string;
}

interface SuspensionProps extends SuspendedProps {
  suspension: MeasureView;
}

const NO_APPEAL = { text: '' };

function AppealForm({ sessionId, suspension, children }: SuspensionProps & { children: ReactNode }) {
  const client = useQueryClient();
  const form = useForm({ defaultValues: NO_APPEAL });
  const kept = useKeptForm(`appeal:${suspension.id}`, NO_APPEAL, form);
  const { mutate, isPending } = useMutation({
    mutationFn: (text: string) => sendSuspended(sessionId, appealSuspension, { text }),
    onSuccess: (appealed) => {
      kept.forget();
      client.setQueryData(queryKeyOf(sessionId), appealed);
    },
    onError: (error) => form.setError('text', { message: failureMessageOf(error) }),
  });
  const submit = form.handleSubmit(({ text }) => mutate(readField(APPEAL_RULES.text, text)));
  return (
    <form className="stack suspended__form" noValidate onSubmit={(event) => void submit(event)}>
      <KeptNotice kept={kept} />
      <TextArea
        {...form.register('text', validation(APPEAL_RULES.text))}
        label={TEXTS.appeal}
        note={TEXTS.appealNote}
        placeholder={TEXTS.appealHint}
        max={MEASURE_LIMITS.appeal.max}
        error={form.formState.errors.text?.message}
      />
      <div className="row">
        <Button look="primary" type="submit" pending={isPending && TEXTS.sending}>
          {TEXTS.send}
        </Button>
        {children}
      </div>
    </form>
  );
}

function SentAppeal({
  appeal,
  children,
}: {
  appeal: NonNullable<MeasureView['appeal']>;
  children: ReactNode;
}) {
  const { text, sentAt, decision, reason } = appeal;
  return (
    <div className="stack suspended__form">
      <section className="stack" aria-label={TEXTS.sent}>
        <p className="small faint">
          {TEXTS.sent} · <RelativeTime at={sentAt} />
        </p>
        <blockquote className="muted quote measure__text" dir="auto">
          {text}
        </blockquote>
        {decision === null ? <p>{TEXTS.waiting}</p> : <p>{DECISION_TEXTS[decision]}</p>}
        {reason !== null && (
          <p className="muted measure__text" dir="auto">
            {reason}
          </p>
        )}
      </section>
      <div className="row">{children}</div>
    </div>
  );
}

/** The link works once and disappears after use. */
function ExportButton({ sessionId }: SuspendedProps) {
  const { data, mutate, isPending, reset } = useMutation({
    mutationFn: () => sendSuspended(sessionId, createExportAddress),
    onError: showRefusal(TEXTS.notPrepared),
  });
  if (!data)
    return (
      <Button pending={isPending && TEXTS.preparing} onClick={() => mutate()}>
        {TEXTS.prepare}
      </Button>
    );
  return (
    <a
      className={buttonClass()}
      href={data.url}
      title={TEXTS.once(new Date(data.expiresAt))}
      download
      // Reset after the browser has followed the link.
      onClick={() => setTimeout(reset)}
    >
      {TEXTS.download}
    </a>
  );
}

const NO_PASSWORD = { password: '' };

function EraseDialog({ sessionId, onClose }: SuspendedProps & { onClose: () => void }) {
  const { register, handleSubmit, formState, setError } = useForm({ defaultValues: NO_PASSWORD });
  const { mutate, isPending } = useMutation({
    mutationFn: (password: string) => sendSuspended(sessionId, eraseAccount, { password }),
    onSuccess: () => {
      showToast(TEXTS.erase.done);
      dropSuspendedSession();
    },
    onError: (error) => {
      const isStale = isProblem(error, 'reauthentication_required');
      const message = isStale ? TEXTS.again.text : failureMessageOf(error);
      setError('password', { message }, { shouldFocus: true });
    },
  });
  const submit = handleSubmit(({ password }) => mutate(password));
  return (
    <FormDialog
      title={TEXTS.erase.title}
      text={TEXTS.erase.text}
      texts={TEXTS.erase}
      danger
      isPending={isPending}
      isDirty={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={TEXTS.erase.password}
        type="password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password', validation(ERASURE_RULES.password))}
      />
    </FormDialog>
  );
}

function EraseButton({ sessionId }: SuspendedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        {TEXTS.erase.open}
      </Button>
      {isOpen && <EraseDialog sessionId={sessionId} onClose={() => setOpen(false)} />}
    </>
  );
}

function SignOutButton({ sessionId }: SuspendedProps) {
  // Also where the server does not answer: the credential is gone from this tab.
  const { mutate } = useMutation({
    mutationFn: () => sendSuspended(sessionId, logOut),
    onSettled: dropSuspendedSession,
    onError: showNoToast,
  });
  return (
    <Button look="quiet" onClick={() => mutate()}>
      {TEXTS.signOut}
    </Button>
  );
}

function Suspension({ sessionId, suspension }: SuspensionProps) {
  const { reason, rule, appeal } = suspension;
  const until = suspension.until === null ? null : new Date(suspension.until);
  const actions = (
    <>
      <ExportButton sessionId={sessionId} />
      <EraseButton sessionId={sessionId} />
      <SignOutButton sessionId={sessionId} />
    </>
  );
  return (
    <>
      <Badge tone="danger">{TEXTS.badge}</Badge>
      <h1 className="h1 suspended__title">{TEXTS.title(until)}</h1>
      <p className="lead measure__text" dir="auto">
        {reason}
      </p>
      <Facts
        facts={[
          { name: TEXTS.rule, value: REASON_TEXTS[rule] },
          { name: TEXTS.ends, value: TEXTS.endsAt(until) },
          { name: TEXTS.content, value: TEXTS.hidden(until) },
        ]}
      />
      {appeal === null ? (
        <AppealForm sessionId={sessionId} suspension={suspension}>
          {actions}
        </AppealForm>
      ) : (
        <SentAppeal appeal={appeal}>{actions}</SentAppeal>
      )}
    </>
  );
}

/** The credential works no longer: the suspension has ended, or too much time has passed. */
const Over = () => (
  <>
    <h1 className="h1 suspended__title">{TEXTS.over.title}</h1>
    <p className="lead">{TEXTS.over.text}</p>
    <div className="row suspended__form">
      <Button look="primary" onClick={dropSuspendedSession}>
        {TEXTS.over.action}
      </Button>
    </div>
  </>
);

function Content({ sessionId }: SuspendedProps) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeyOf(sessionId),
    queryFn: () => sendSuspended(sessionId, getSuspension),
    refetchInterval: REFETCH_MS,
  });
  const isOver = error instanceof HttpError && (error.status === 401 || error.status === 404);
  if (isOver) return <Over />;
  if (data) return <Suspension sessionId={sessionId} suspension={data} />;
  if (error) return <Failure text={failureMessageOf(error)} onRetry={() => void refetch()} />;
  return <SkeletonLines text={TEXTS.loading} count={4} />;
}

/** What a suspended member sees instead of the sign-in: why, until when, and what they can do. */
export default function SuspendedPage({ sessionId }: SuspendedProps) {
  usePageTitle(TEXTS.page);
  return (
    <>
      <TopNavigation />
      <StarField quiet />
      <main className="suspended" id="content" tabIndex={-1}>
        <SuspensionFigure />
        <div className="suspended__text">
          <Content sessionId={sessionId} />
        </div>
      </main>
    </>
  );
}
