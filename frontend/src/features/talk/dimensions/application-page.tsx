import './catalogue.css';
import './dimensions.css';
import {
  ANSWER,
  APPLICATION_LIMITS,
  may,
  type OwnApplication,
  readField,
  type ServerView,
} from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { failureMessageOf, isProblem } from '../../../api/http.js';
import { KeptNotice } from '../../../forms/kept-notice.js';
import { validation } from '../../../forms/rules.js';
import { useKeptForm } from '../../../forms/use-kept-values.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { useIsPast } from '../../../live/use-is-past.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { Sigil } from '../../../ui/sigil.js';
import { TextArea } from '../../../ui/text-area.js';
import { useApply, useWithdraw } from './applications.queries.js';
import { APPLICATION_TEXTS as TEXTS } from './applications.texts.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { catalogueOf, standingOf } from './server-facts.js';
import { formatTimeOutEnd } from './time-outs.texts.js';

const nameOf = (index: number): string => `answer${index}`;

function ApplicationForm({ server: { id, questions } }: { server: ServerView }) {
  const { mutate: apply, isPending, error } = useApply(id);
  const stored: Record<string, string> = Object.fromEntries(questions.map((_, index) => [nameOf(index), '']));
  const form = useForm({ defaultValues: stored });
  const { register, handleSubmit, formState } = form;
  // Answers to other questions are of no use.
  const kept = useKeptForm(['application', id, ...questions].join(':'), stored, form);
  const submit = handleSubmit((texts) => {
    const answers = questions.map((question, index) => ({
      question,
      answer: readField(ANSWER, texts[nameOf(index)] ?? ''),
    }));
    apply(answers, { onSuccess: kept.forget });
  });
  return (
    <form className="stack application" noValidate onSubmit={(event) => void submit(event)}>
      <KeptNotice kept={kept} />
      {questions.map((question, index) => (
        <TextArea
          key={question}
          label={question}
          {...register(nameOf(index), validation(ANSWER))}
          max={APPLICATION_LIMITS.answer.max}
          error={formState.errors[nameOf(index)]?.message}
        />
      ))}
      {error && !isProblem(error, 'precondition_failed') && (
        <p className="error" role="alert">
          {failureMessageOf(error)}
        </p>
      )}
      <Button look="primary" type="submit" pending={isPending && TEXTS.applying}>
        {TEXTS.apply}
      </Button>
    </form>
  );
}

function Waiting({ serverId, application }: { serverId: string; application: OwnApplication }) {
  const { mutate: withdraw, isPending } = useWithdraw(serverId);
  return (
    <>
      <h2 className="h4">{TEXTS.waiting}</h2>
      <p className="small muted">{TEXTS.waitingText}</p>
      <p className="small faint">
        {TEXTS.sent} <RelativeTime at={application.createdAt} />
      </p>
      <Button small pending={isPending && TEXTS.withdrawing} onClick={() => withdraw()}>
        {TEXTS.withdraw}
      </Button>
    </>
  );
}

function Declined({ word, againAt, isOver }: Pick<OwnApplication, 'word' | 'againAt'> & { isOver: boolean }) {
  return (
    <div className="application">
      <p>{TEXTS.declined}</p>
      {word !== null && (
        <>
          <p className="small muted">{TEXTS.declinedWord}</p>
          <blockquote className="quote" dir="auto">
            {word}
          </blockquote>
        </>
      )}
      {againAt !== null && !isOver && <p className="small muted">{TEXTS.again(formatTimeOutEnd(againAt))}</p>}
    </div>
  );
}

function Applying({ server }: { server: ServerView }) {
  const { id, questions, application } = server;
  const againAt = application?.againAt ?? null;
  const isOver = useIsPast(againAt === null ? undefined : Date.parse(againAt));
  if (application?.state === 'waiting') return <Waiting serverId={id} application={application} />;
  return (
    <>
      {application && <Declined {...application} isOver={isOver} />}
      {(!application || isOver) && (
        <>
          <p className="small muted">{TEXTS.lead(questions.length)}</p>
          <ApplicationForm key={questions.join('\n')} server={server} />
        </>
      )}
    </>
  );
}

/** The page of a dimension whose questions the member has not answered, or whose staff have not decided about the answers. */
export default function ApplicationPage({ server }: { server: ServerView }) {
  const { path, back } = catalogueOf(server);
  return (
    <PageFrame>
      <section className="invite neat">
        <Sigil id={server.id} size={112} />
        <h1 className="h2" dir="auto">
          {server.name}
        </h1>
        {server.description !== null && (
          <p className="muted" dir="auto">
            {server.description}
          </p>
        )}
        <p className="small faint">{DIMENSIONS_TEXTS.server.members(server.memberCount)}</p>
        {may(standingOf(server), 'applyToServer') ? (
          <Applying server={server} />
        ) : (
          <p className="small muted">
            {server.archivedAt === null ? TEXTS.shutOut : DIMENSIONS_TEXTS.catalogue.archived}
          </p>
        )}
        <Link to={path} className={buttonClass({ small: true })}>
          {back}
        </Link>
      </section>
    </PageFrame>
  );
}
