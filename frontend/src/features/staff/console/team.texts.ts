import type { StaffRole } from '@oniverse/contracts';

export const TEAM_TEXTS = {
  title: 'Staff',
  text: 'Who works in this console. Only operators change the role of another administrator.',
  loading: 'Loading the staff',
  roles: { moderator: 'Moderator', admin: 'Administrator' } satisfies Record<StaffRole, string>,
  noFactor: 'no second factor yet',
  add: 'Add staff',
  make: { moderator: 'Make moderator', admin: 'Make administrator' } satisfies Record<StaffRole, string>,
  changing: 'saving...',
  changeFailed: 'The role was not changed',
  remove: 'Remove',
  removeOf: (username: string) => `Take ${username} off the staff`,
  removal: {
    title: (username: string) => `Take ${username} off the staff?`,
    text: 'The role ends at once, also in open pages.',
    confirm: 'Take off the staff',
    pending: 'removing...',
  },
  form: {
    title: 'Add to the staff',
    text: 'They need a second factor before the console opens for them.',
    username: 'Oni ID',
    role: 'role',
    discard: 'Cancel',
    confirm: 'Add',
    pending: 'adding...',
  },
} as const;
