import { type CurrentUser, GUIDE_DAYS, USER_DEFAULTS } from '@oniverse/contracts';
import { useStepsMemory } from './steps-memory.js';

export type StepName = 'profile' | 'dimension' | 'constellation';

const DAY = 24 * 60 * 60_000;

/**
 * Which of the first steps are done. There are none to show for who has done them, does not want them, or has been
 * a member for long.
 * @param hasJoined whether the member is in a dimension; undefined while that is not known
 */
export function useFirstSteps(
  user: CurrentUser,
  hasJoined: boolean | undefined,
  now: number,
): Record<StepName, boolean> | undefined {
  const { isDismissed, sawConstellation } = useStepsMemory(user.id);
  const isNew = now - Date.parse(user.createdAt) < GUIDE_DAYS * DAY;
  const profile =
    user.profileMarkdown.trim() !== '' && user.profileMarkdown !== USER_DEFAULTS.profileMarkdown;
  const steps = { profile, dimension: hasJoined ?? false, constellation: sawConstellation };
  // Whether all is done is not known yet: what may vanish at once is not shown first.
  const mayBeDone = profile && sawConstellation && hasJoined !== false;
  return isDismissed || !isNew || mayBeDone ? undefined : steps;
}
