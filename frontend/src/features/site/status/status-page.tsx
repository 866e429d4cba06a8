import './status.css';
import {
  getStatus,
  INCIDENT_DAYS,
  isMaintenanceRunning,
  type MaintenanceView,
  type ServicePartView,
  type StatusView,
} from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/calls.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { daysBetween, formatClock, formatShortMoment, timeSpan } from '../../../ui/dates.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { useNow } from '../../../ui/now.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { Plate } from '../../../ui/plate.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { IncidentList } from './incident-list.js';
import { IncidentRule } from './incident-rule.js';
import { STATUS_TEXTS as TEXTS } from './status.texts.js';

const POLL_MS = 30_000;

const partsIn = ({ parts }: StatusView, state: ServicePartView['state']) =>
  parts.filter((one) => one.state === state).map(({ part }) => part);

function PartRow({ part: { part, state, since } }: { part: ServicePartView }) {
  const now = useNow();
  const { name, text } = TEXTS.parts[part];
  const at = since === null ? null : Date.parse(since);
  const time = at === null ? null : daysBetween(at, now) === 0 ? formatClock(at) : formatShortMoment(at);
  return (
    <li className="status__part">
      <span className={`status__dot is-${state}`} />
      <b>{name}</b>
      <span className="muted status__what">{text}</span>
      <span className={`small status__state is-${state}`}>
        {time === null ? TEXTS.states[state] : TEXTS.since(TEXTS.states[state], time)}
      </span>
    </li>
  );
}

function Planned({ maintenance, now }: { maintenance: MaintenanceView; now: number }) {
  const { startsAt, endsAt, text } = maintenance;
  const end = endsAt === null ? null : Date.parse(endsAt);
  const span = timeSpan(Date.parse(startsAt), end, now);
  return (
    <>
      <p className="status__span">{TEXTS.planned.span(span)}</p>
      <p className="small status__note">
        <bdi>{text}</bdi> {TEXTS.planned.text}
      </p>
    </>
  );
}

function Measured({ status }: { status: StatusView }) {
  const now = useNow();
  const { parts, incidents, checkedAt, maintenance } = status;
  const [slow, down, working] = [
    partsIn(status, 'slow'),
    partsIn(status, 'down'),
    partsIn(status, 'working'),
  ];
  const open = incidents.find(({ endedAt }) => endedAt === null);
  const worst = down.length > 0 ? 'down' : slow.length > 0 ? 'slow' : 'working';
  return (
    <>
      <div className="page-head">
        <div>
          <h1 className="h1">{TEXTS.sentence(slow, down, working.length > 0)}</h1>
          <p className="lead status__lead" dir="auto">
            {open?.notes[0]?.text ?? TEXTS.leads[worst]}
          </p>
        </div>
        <p className="small faint">
          {TEXTS.checked}
          <RelativeTime at={checkedAt} />
        </p>
      </div>
      <ul className="status__parts" aria-label={TEXTS.partsLabel}>
        {parts.map((part) => (
          <PartRow key={part.part} part={part} />
        ))}
      </ul>
      <Plate title={TEXTS.days(INCIDENT_DAYS)} aside={<span className="count">{TEXTS.marks}</span>}>
        <IncidentRule incidents={incidents} now={now} />
      </Plate>
      {maintenance && (
        <Plate title={isMaintenanceRunning(maintenance, now) ? TEXTS.planned.running : TEXTS.planned.title}>
          <Planned maintenance={maintenance} now={now} />
        </Plate>
      )}
      <Plate title={TEXTS.incidents}>
        <IncidentList incidents={incidents} />
      </Plate>
    </>
  );
}

/** How the service is, for everybody. It asks again every half a minute. */
export function StatusPage() {
  usePageTitle(TEXTS.title);
  const { data, error } = useQuery({
    ...queryOf(getStatus, undefined, 0),
    refetchInterval: POLL_MS,
    retry: false,
  });
  return (
    <PageFrame className="page wrap status">
      {error ? (
        <div role="alert">
          <h1 className="h1">{TEXTS.unreachable}</h1>
          <p className="lead status__lead">{TEXTS.unreachableText}</p>
        </div>
      ) : data ? (
        <Measured status={data} />
      ) : (
        <LoadingFigure text={TEXTS.loading} />
      )}
    </PageFrame>
  );
}
