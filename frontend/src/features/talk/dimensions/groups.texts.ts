import type { GroupColor, GroupMentioners } from '@oniverse/contracts';
import { plural } from '../../../ui/plural.js';

export const GROUP_TEXTS = {
  title: 'Groups',
  text: 'A group names members of this dimension together, for everyone to see in their cards. Mention it to notify all of them.',
  loading: 'Loading groups',
  empty: 'There are no groups yet.',
  members: (count: number) => plural(count, 'member'),
  staffOnly: 'Only the owner changes it, because staff belongs to it.',
  create: 'New group',
  edit: 'Edit',
  editOf: (name: string) => `Edit the group ${name}`,
  showMembers: 'Members',
  showMembersOf: (name: string) => `Members of the group ${name}`,
  form: {
    newTitle: 'New group',
    editTitle: 'Edit group',
    name: 'name',
    nameHint: 'Letters from a to z, digits and underscores.',
    color: 'colour',
    colors: { accent: 'Accent', warm: 'Warm', danger: 'Red', neutral: 'Grey' } satisfies Record<
      GroupColor,
      string
    >,
    mentionableBy: 'who may mention it',
    mentioners: { staff: 'The owner and moderators', members: 'All members' } satisfies Record<
      GroupMentioners,
      string
    >,
    discard: 'Cancel',
    create: 'Create group',
    save: 'Save',
    pending: 'saving...',
  },
  remove: 'Delete',
  removeOf: (name: string) => `Delete the group ${name}`,
  deletion: {
    title: (name: string) => `Delete the group ${name}`,
    text: 'Its members stay in the dimension, and lose this mark.',
    action: 'Delete group',
    pending: 'deleting...',
  },
  membersTitle: (name: string) => `Members of ${name}`,
  noMembers: 'Nobody belongs to it yet.',
  loadingMembers: 'Loading members',
  add: 'Find a member to add',
  noneFound: 'No members found.',
  addOne: (name: string) => `Add @${name}`,
  removeMember: 'Remove',
  removeOne: (name: string) => `Remove @${name}`,
  back: 'All groups',
  failed: 'Changing the group failed',
  card: 'Groups',
} as const;
