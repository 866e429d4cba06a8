import { type CurrentUser, type HomeView, USER_DEFAULTS } from '@oniverse/contracts';

/** Age of an account up to which the homepage shows the first steps. */
export const GUIDE_DAYS = 14;

export type StepName = 'profile' | 'dimension' | 'constellation';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns which first steps are done, or undefined if the guide is complete, dismissed, or the member is not new.
 * @param recorded with the account; undefined while loading
 * @param hasJoined whether the member has joined a dimension; undefined while loading
 */
export function firstStepsOf(
  user: CurrentUser,
  recorded: HomeView['steps'] | undefined,
  hasJoined: boolean | undefined,
  now: number,
): Record<StepName, boolean> | undefined {
  if (recorded === undefined) return undefined;
  const { isDismissed, sawConstellation } = recorded;
  const isNew = now - Date.parse(user.createdAt) < GUIDE_DAYS * DAY_MS;
  const profile =
    user.profileMarkdown.trim() !== '' && user.profileMarkdown !== USER_DEFAULTS.profileMarkdown;
  const steps = { profile, dimension: hasJoined ?? false, constellation: sawConstellation };
  // While loading, treat a possibly complete guide as complete, so that it does not flash.
  const mayBeComplete = profile && sawConstellation && hasJoined !== false;
  return isDismissed || !isNew || mayBeComplete ? undefined : steps;
}
