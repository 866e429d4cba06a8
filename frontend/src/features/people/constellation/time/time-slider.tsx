import './time.css';
import type { ConstellationHistory } from '@oniverse/contracts';
import { type CSSProperties, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { Button } from '../../../../ui/button.js';
import { keyOf } from '../../../../ui/keys.js';
import { useReducedMotion } from '../../../../ui/use-reduced-motion.js';
import { addMonths, DAY_MS, dateOf, markAt, monthsOf, type TimeRange, weekPosition } from './past.js';
import { TIME_TEXTS as texts } from './time.texts.js';
import type { TimeMachine } from './use-time-machine.js';

const WEEK_MS = 240;

const PLAY = 'M6 4l10 6-10 6z';
const PAUSE = 'M6 4v12M14 4v12';

const at = (position: number): CSSProperties => ({ left: `${position * 100}%` });

interface ScaleProps {
  history: ConstellationHistory;
  range: TimeRange;
  date: number;
}

/** Ticks, months, and marks of the member's own links. */
function Scale({ history, range, date }: ScaleProps) {
  const weeks = Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index);
  return (
    <>
      {weeks.map((week) => (
        <i key={week} className="timeline__week" style={at(weekPosition(range, week))} />
      ))}
      {monthsOf(history, range).map(({ at: month, position }) => (
        <span key={month} className="timeline__month" style={at(position)}>
          {texts.month(month)}
        </span>
      ))}
      {history.own.map(({ userId, formedAt }) => {
        const formed = markAt(history, range, Date.parse(formedAt));
        return (
          <i
            key={userId}
            className={formed.at <= date + DAY_MS ? 'timeline__link' : 'timeline__link is-later'}
            style={at(formed.position)}
          />
        );
      })}
    </>
  );
}

interface TimeControlProps {
  machine: TimeMachine;
  history: ConstellationHistory;
}

function TimeControl({ machine, history }: TimeControlProps) {
  const { range, week, isPast, goTo } = machine;
  const isMotionReduced = useReducedMotion();
  const [isPlaying, setPlaying] = useState(false);
  const date = dateOf(history, week);
  const plays = isPlaying && !isMotionReduced;
  useEffect(() => {
    if (!plays) return undefined;
    const timer = setTimeout(() => {
      goTo(week + 1);
      if (week + 1 >= range.last) setPlaying(false);
    }, WEEK_MS);
    return () => clearTimeout(timer);
  }, [plays, week, range, goTo]);

  const move = (next: number) => {
    setPlaying(false);
    goTo(next);
  };
  const moveByMonth = (event: KeyboardEvent) => {
    const months = { PageUp: 1, PageDown: -1 }[keyOf(event)];
    if (months === undefined) return;
    event.preventDefault();
    move(addMonths(history, range, week, months));
  };
  const play = () => {
    if (plays) {
      setPlaying(false);
      return;
    }
    const start = isPast ? week : range.first;
    if (isMotionReduced) {
      goTo(isPast ? addMonths(history, range, week, 1) : start);
      return;
    }
    goTo(start);
    setPlaying(true);
  };
  const own = useMemo(() => history.own.map(({ formedAt }) => Date.parse(formedAt)), [history]);
  const formed = isPast ? own.filter((formedAt) => formedAt < date + DAY_MS).length : own.length;
  const firstMonth = texts.month(dateOf(history, isPast ? week : range.first));
  const playName = plays ? texts.pause : texts.play(firstMonth);
  return (
    <section className="timeline" aria-label={texts.group}>
      <Button
        className="btn--icon timeline__play"
        aria-label={isMotionReduced ? texts.nextMonth : playName}
        onClick={play}
      >
        <svg className="icon" viewBox="0 0 20 20" aria-hidden="true">
          <path d={plays ? PAUSE : PLAY} />
        </svg>
      </Button>
      <div className="timeline__body">
        <div className="timeline__head">
          <b>{texts.date(date)}</b>
          <output className="small faint">{texts.formed(formed, own.length)}</output>
          <Button
            small
            look="quiet"
            className="timeline__now"
            disabled={!isPast}
            onClick={() => move(range.last)}
          >
            {texts.back}
          </Button>
        </div>
        <div className="timeline__scale">
          <input
            type="range"
            className="timeline__range"
            aria-label={texts.slider}
            aria-valuetext={texts.valueText(texts.date(date), !isPast)}
            min={range.first}
            max={range.last}
            value={week}
            onChange={({ currentTarget }) => move(currentTarget.valueAsNumber)}
            onKeyDown={moveByMonth}
          />
          <div className="timeline__track" aria-hidden="true">
            <i className="timeline__rail" />
            <i className="timeline__passed" style={{ width: `${weekPosition(range, week) * 100}%` }} />
            <Scale history={history} range={range} date={date} />
            <i className="timeline__knob" style={at(weekPosition(range, week))} />
          </div>
        </div>
      </div>
    </section>
  );
}

/** Chooses an earlier week of the constellation. */
export function TimeSlider({ machine }: { machine: TimeMachine }) {
  const { history, range, hasFailed } = machine;
  if (hasFailed) return <p className="small faint timeline__none">{texts.failed}</p>;
  if (!history) return <div className="timeline timeline--empty" />;
  if (range.first === range.last) return <p className="small faint timeline__none">{texts.young}</p>;
  return <TimeControl machine={machine} history={history} />;
}
