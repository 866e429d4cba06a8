import {
  APPEAL_STATES,
  type AppealDecision,
  type AppealState,
  MEASURE_LIMITS,
  MEASURE_RULES,
  readField,
  type StaffAppealView,
} from '@oniverse/contracts';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { validation } from '../../../forms/rules.js';
import { useKeptForm } from '../../../forms/use-kept-values.js';
import { Button } from '../../../ui/button.js';
import { Facts } from '../../../ui/facts.js';
import { plainNames } from '../../../ui/member-name.js';
import { MoreOfList } from '../../../ui/more-on-scroll.js';
import { PageHead } from '../../../ui/page-head.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Segmented } from '../../../ui/segmented.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { TextArea } from '../../../ui/text-area.js';
import { showToast } from '../../../ui/toast-store.js';
import { failureTextOf } from '../../account/security/index.js';
import { REASON_TEXTS } from '../../safety/reports/index.js';
import { useAppeals, useDecideAppeal } from './appeals.queries.js';
import { APPEALS_TEXTS as TEXTS } from './appeals.texts.js';
import { ConsoleFailure, ConsoleFrame } from './console-frame.js';

const NO_REASON = { reason: '' };

function Decision({ id }: { id: string }) {
  const form = useForm({ defaultValues: NO_REASON });
  const kept = useKeptForm(`appeal:${id}`, NO_REASON, form);
  const { mutate, isPending, variables } = useDecideAppeal(id, ({ decision }) => {
    kept.forget();
    showToast({ title: TEXTS.done[decision] });
  });
  const decide = (decision: AppealDecision) =>
    void form.handleSubmit(({ reason }) =>
      mutate(
        { decision, reason: readField(MEASURE_RULES.reason, reason) },
        {
          onError: (error) => {
            const message = failureTextOf(error);
            if (message !== undefined) form.setError('reason', { message });
          },
        },
      ),
    )();
  const pendingFor = (decision: AppealDecision) =>
    isPending && variables.decision === decision && TEXTS.deciding;
  return (
    <form className="stack" noValidate onSubmit={(event) => event.preventDefault()}>
      <KeptNotice kept={kept} />
      <TextArea
        {...form.register('reason', validation(MEASURE_RULES.reason))}
        label={TEXTS.answer}
        note={TEXTS.answerNote}
        max={MEASURE_LIMITS.reason.max}
        error={form.formState.errors.reason?.message}
      />
      <div className="row">
        <Button disabled={isPending} pending={pendingFor('upheld')} onClick={() => decide('upheld')}>
          {TEXTS.keep}
        </Button>
        <Button disabled={isPending} pending={pendingFor('lifted')} onClick={() => decide('lifted')}>
          {TEXTS.lift}
        </Button>
      </div>
    </form>
  );
}

function Outcome({ appeal: { canDecide, id, appeal, decidedBy, endedAt } }: { appeal: StaffAppealView }) {
  if (canDecide) return <Decision id={id} />;
  const { decision, reason } = appeal;
  if (decision === null)
    return <p className="muted">{endedAt === null ? TEXTS.forOthers : TEXTS.undecided}</p>;
  return (
    <>
      <p>{TEXTS.decided[decision](decidedBy ? plainNames(decidedBy) : TEXTS.nobody)}</p>
      {reason !== null && (
        <p className="muted console__text" dir="auto">
          {reason}
        </p>
      )}
    </>
  );
}

function Appeal({ appeal: found }: { appeal: StaffAppealView }) {
  const { member, rule, reason, until, suspendedAt, suspendedBy, appeal } = found;
  const heading = useId();
  return (
    <li>
      <article className="appeal" aria-labelledby={heading}>
        <div className="appeal__head">
          <h2 className="h3" id={heading}>
            {TEXTS.of(plainNames(member))}
          </h2>
          <span className="tiny faint">
            <RelativeTime at={appeal.sentAt} />
          </span>
        </div>
        <Facts
          facts={[
            { name: TEXTS.rule, value: REASON_TEXTS[rule] },
            { name: TEXTS.suspended, value: TEXTS.moment(suspendedAt) },
            { name: TEXTS.suspendedBy, value: suspendedBy ? plainNames(suspendedBy) : TEXTS.nobody },
            { name: TEXTS.ends, value: until === null ? TEXTS.noEnd : TEXTS.moment(until) },
          ]}
        />
        <h3 className="h4">{TEXTS.reason}</h3>
        <p className="console__text" dir="auto">
          {reason}
        </p>
        <h3 className="h4">{TEXTS.said}</h3>
        <p className="console__text" dir="auto">
          {appeal.text}
        </p>
        <h3 className="h4">{TEXTS.decision}</h3>
        <Outcome appeal={found} />
      </article>
    </li>
  );
}

function Appeals({ state }: { state: AppealState }) {
  const list = useAppeals(state);
  const { items, error, refetch } = list;
  if (!items && error) return <ConsoleFailure error={error} onRetry={() => void refetch()} />;
  if (!items) return <SkeletonLines text={TEXTS.loading} count={4} />;
  if (items.length === 0) return <p className="muted">{TEXTS.empty[state]}</p>;
  return (
    <>
      <ul className="appeals" aria-label={TEXTS.title}>
        {items.map((appeal) => (
          <Appeal key={appeal.id} appeal={appeal} />
        ))}
      </ul>
      <MoreOfList name={TEXTS.more} list={list} />
    </>
  );
}

/** The appeals against suspensions, and their decisions. */
export function AppealsPage() {
  const [state, setState] = useState<AppealState>('open');
  return (
    <ConsoleFrame title={TEXTS.title}>
      <PageHead title={TEXTS.title} />
      <p className="muted console__text">{TEXTS.text}</p>
      <Segmented
        label={TEXTS.states}
        segments={APPEAL_STATES.map((value) => ({ value, title: TEXTS.state[value] }))}
        value={state}
        onChange={setState}
      />
      <Appeals key={state} state={state} />
    </ConsoleFrame>
  );
}
