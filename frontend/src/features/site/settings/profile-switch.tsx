import type { CurrentUser } from '@oniverse/contracts';
import { Switch } from '../../../ui/switch.js';
import type { ToastContent } from '../../../ui/toast-store.js';
import { useChangeProfile } from './use-change-profile.js';

interface ProfileSwitchProps {
  user: CurrentUser;
  name: 'isPublic' | 'isVisibleToVisitors' | 'hasFeed' | 'showsLinkPreviews' | 'showsSeenMarks';
  texts: { label: string; hint: string; on: ToastContent; off: ToastContent };
  /** The title of the toast about a failure. */
  failed: string;
}

/** A switch of the member's settings, which is saved at once. */
export function ProfileSwitch({ user, name, texts, failed }: ProfileSwitchProps) {
  const { label, hint, on, off } = texts;
  const { mutate, isPending, variables } = useChangeProfile((changed) => (changed[name] ? on : off), failed);
  return (
    <Switch
      label={label}
      hint={hint}
      checked={(isPending ? variables[name] : undefined) ?? user[name]}
      onChange={(checked) => {
        if (!isPending) mutate({ [name]: checked });
      }}
    />
  );
}
