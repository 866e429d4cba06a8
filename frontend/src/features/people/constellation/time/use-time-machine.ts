import { type Constellation, type ConstellationHistory, getConstellationHistory } from '@oniverse/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryParamsOf, type Scope } from '../constellation.queries.js';
import { pastOf, rangeOf, type TimeRange } from './past.js';
import { send } from '../../../../api/calls.js';

const FRESH_MS = 5 * 60_000;

/** Not below the key of the constellation, whose queries all have live changes applied. */
export const historyQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [getConstellationHistory.path, queryParamsOf(scope)],
    queryFn: async ({ signal }) => send(getConstellationHistory, { query: queryParamsOf(scope) }, signal),
    staleTime: FRESH_MS,
  });

interface Moment {
  around: string | undefined;
  week: number;
  /** The members when the past was opened, so that newcomers and further members wait until "Back to now". */
  users: Constellation['users'];
}

export interface TimeMachine {
  /** The constellation at the chosen time. */
  shown: Constellation | undefined;
  isPast: boolean;
  /** Undefined until loaded. */
  history: ConstellationHistory | undefined;
  range: TimeRange;
  week: number;
  hasFailed: boolean;
  goTo: (week: number) => void;
}

const NO_RANGE: TimeRange = { first: 0, last: 0 };

/** Shows an earlier week of the constellation. Live changes are held back there, except that members leave at once. */
export function useTimeMachine(present: Constellation | undefined, scope: Scope): TimeMachine {
  const { around } = scope;
  const { data: history, isError } = useQuery({
    ...historyQuery(scope),
    enabled: present !== undefined,
    // Expanding and shrinking do not leave the past.
    placeholderData: keepPreviousData,
  });
  const [stored, setMoment] = useState<Moment>();
  const moment = stored?.around === around ? stored : undefined;
  const range = useMemo(() => (history ? rangeOf(history) : NO_RANGE), [history]);
  const shown = useMemo(
    () => (present && history && moment ? pastOf(history, moment.week, moment.users, present) : present),
    [present, history, moment],
  );
  return {
    shown,
    isPast: moment !== undefined && history !== undefined,
    history,
    range,
    week: moment?.week ?? range.last,
    hasFailed: isError && !history,
    goTo: (next) => {
      if (!present) return;
      const week = Math.max(range.first, next);
      setMoment(week >= range.last ? undefined : { around, week, users: moment?.users ?? present.users });
    },
  };
}
