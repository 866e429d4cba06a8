import { type HomeStepsBody, recordHomeSteps } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { send } from '../../../api/calls.js';
import { showChange } from '../../../api/show-change.js';
import { useSession } from '../../../session/session.js';
import { showFailedChange, showNoToast } from '../../../ui/show-failure.js';
import { homeQuery } from './away-summary.queries.js';

/** Records steps of the guide with the account. They show at once, unless recording fails. */
function useRecordSteps(onFailed: (error: Error) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (steps: HomeStepsBody) => send(recordHomeSteps, { body: steps }),
    onMutate: (steps) =>
      showChange(client, homeQuery.queryKey, (home) => ({
        ...home,
        steps: { ...home.steps, ...withoutAbsent(steps) },
      })),
    onError: (error, _steps, takeBack) => {
      takeBack?.();
      onFailed(error);
    },
  });
}

const withoutAbsent = ({ isDismissed, sawConstellation }: HomeStepsBody) => ({
  ...(isDismissed !== undefined && { isDismissed }),
  ...(sawConstellation !== undefined && { sawConstellation }),
});

export function useDismissSteps(): () => void {
  const { mutate } = useRecordSteps(showFailedChange);
  return () => mutate({ isDismissed: true });
}

/** Records that the member opened the constellation, unless the home page knows it already. */
export function useRecordConstellationVisit(): void {
  const { user } = useSession();
  const userId = user?.id;
  const { data } = useQuery({ ...homeQuery, enabled: false });
  const { mutate } = useRecordSteps(showNoToast);
  const record = useEffectEvent(() => {
    if (userId !== undefined && data?.steps.sawConstellation !== true) mutate({ sawConstellation: true });
  });
  useEffect(() => record(), []);
}
