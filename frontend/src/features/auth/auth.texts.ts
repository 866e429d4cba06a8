import type { ToastContent } from '../../ui/toast-store.js';

/** What the auth forms and screens say, besides what the two readings say differently. */
export const AUTH_TEXTS = {
  title: 'Access',
  choice: 'Access or create',
  invited: 'An invitation is waiting. It opens as soon as you are in.',
  oniId: { label: 'ONI_ID', placeholder: 'your_handle' },
  newOniId: { label: 'ONI_ID', note: '3 to 20: a-z 0-9 _', placeholder: 'your_handle' },
  email: { label: 'email', placeholder: 'you@somewhere' },
  password: { label: 'password' },
  newPassword: { label: 'password', hint: 'Use upper and lower case, a number and one of @$!%*?&' },
  displayName: { label: 'Oni name', note: 'optional', placeholder: 'how others see you' },
  connecting: 'CONNECTING...',
  creating: 'CREATING...',
  forgotten: 'forgotten access key',
  login: { heading: 'Come back in.', text: 'The network is where you left it.' },
  register: { heading: 'Take your place.', text: 'A name, an address, a key. The rest you write yourself.' },
  clean: {
    title: 'dev_access',
    username: { label: 'username' },
    submit: 'CONNECT',
    back: 'back to /',
  },
} as const;

/** There is no reset without a person: this is all that the link does. */
export const RESET_TOAST: ToastContent = {
  title: 'Password Reset',
  description: 'Contact system administrator for password reset assistance.',
};
