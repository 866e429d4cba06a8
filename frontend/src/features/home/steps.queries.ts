import { type HomeStepsBody, recordHomeSteps } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { send } from '../../api/calls.js';
import { useSession } from '../../session/session.js';
import { homeQuery } from './away-summary.queries.js';

/** Records steps of the guide with the account. They show at once, and again next time if recording fails. */
function useRecordSteps() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (steps: HomeStepsBody) => send(recordHomeSteps, { body: steps }),
    onMutate: (steps) =>
      client.setQueryData(
        homeQuery.queryKey,
        (home) => home && { ...home, steps: { ...home.steps, ...withoutAbsent(steps) } },
      ),
  });
}

const withoutAbsent = ({ isDismissed, sawConstellation }: HomeStepsBody) => ({
  ...(isDismissed !== undefined && { isDismissed }),
  ...(sawConstellation !== undefined && { sawConstellation }),
});

export function useDismissSteps(): () => void {
  const { mutate } = useRecordSteps();
  return () => mutate({ isDismissed: true });
}

/** Records that the member opened the constellation, unless the home page knows it already. */
export function useRecordConstellationVisit(): void {
  const { user } = useSession();
  const userId = user?.id;
  const { data } = useQuery({ ...homeQuery, enabled: false });
  const { mutate } = useRecordSteps();
  const record = useEffectEvent(() => {
    if (userId !== undefined && data?.steps.sawConstellation !== true) mutate({ sawConstellation: true });
  });
  useEffect(() => record(), []);
}
