import type { RegistrationMode } from '@oniverse/contracts';

export const REGISTRATION_TEXTS = {
  title: 'Registration',
  text: 'Who may create an account. A change takes effect at once.',
  loading: 'Loading registration',
  mode: 'New accounts',
  modes: {
    open: { title: 'Open', hint: 'Everyone may create an account.' },
    invite: { title: 'By invitation', hint: 'Only with a code: from the waitlist, or from you.' },
    closed: { title: 'Closed', hint: 'Nobody may, not even with a code. Members sign in as before.' },
  } satisfies Record<RegistrationMode, { title: string; hint: string }>,
  failed: 'Registration was not changed',
  invites: 'Invitations',
  invite: 'New invitation',
  inviting: 'making...',
  inviteFailed: 'No invitation was made',
  list: {
    title: 'Invitations that nobody has used yet',
    loading: 'Loading invitations',
    empty: 'No invitation waits to be used.',
    more: 'More invitations',
  },
  forAnyone: 'For anyone with the link',
  by: (name: string) => `by ${name}`,
  until: (time: string) => `works until ${time}`,
  revoke: 'Revoke',
  revokeOf: (whom: string) => `Revoke the invitation: ${whom}`,
  revoking: 'revoking...',
  revokeFailed: 'The invitation was not revoked',
  departed: 'a former member',
} as const;

export const INVITE_TEXTS = {
  title: 'Pass this link on',
  text: 'It creates one account. It is shown only now.',
  link: 'link',
  worksUntil: (time: string) => `Works until ${time}.`,
  copy: 'Copy link',
  copyFailed: 'The link was not copied. Select it and copy it.',
} as const;
