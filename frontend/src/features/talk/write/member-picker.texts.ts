import { CONVERSATION_LIMITS } from '@oniverse/contracts';

export const MEMBER_PICKER_TEXTS = {
  label: 'Find members',
  placeholder: 'Oni ID or name',
  nobody: 'Nobody found.',
  remove: (name: string) => `Remove ${name}`,
  chosen: 'Chosen members',
  full: `A conversation has up to ${CONVERSATION_LIMITS.members} members.`,
} as const;
