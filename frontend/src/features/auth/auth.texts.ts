import type { ToastContent } from '../../ui/toast-store.js';

export const AUTH_TEXTS = {
  title: 'Access',
  choice: 'Sign in or create an account',
  oniId: { label: 'ONI_ID', placeholder: 'your_handle' },
  newOniId: { label: 'ONI_ID', note: '3 to 20: a-z 0-9 _', placeholder: 'your_handle' },
  email: { label: 'email', placeholder: 'you@somewhere' },
  password: { label: 'password' },
  newPassword: { label: 'password', hint: 'Use upper and lower case, a number and one of @$!%*?&' },
  displayName: { label: 'Oni name', note: 'optional', placeholder: 'how others see you' },
  connecting: 'CONNECTING...',
  creating: 'CREATING...',
  forgotten: 'forgotten access key',
  passkey: 'Sign in with a passkey',
  passkeyPending: 'Waiting for your device...',
  noPasskey: 'No passkey answered. Try again, or use your password.',
  taken: {
    question: 'Is this your address?',
    send: 'Mail me a link',
    sending: 'Sending...',
    sent: 'If it is, a link is on its way to it.',
  },
  unstored:
    'Your browser stores nothing for this site, so you stay signed in only until you close or reload this page.',
  login: { heading: 'Welcome back.', text: 'The network is where you left it.' },
  register: { heading: 'Take your place.', text: 'A name, an address, a key. The rest is yours to write.' },
  clean: {
    title: 'dev_access',
    username: { label: 'username' },
    submit: 'CONNECT',
    back: 'back to /',
  },
} as const;

export const NO_PASSKEYS_TOAST: ToastContent = {
  title: 'No passkeys here',
  description: 'They do not work at this address or in this browser. Use your password.',
};

/** The only effect of the link. Where the site can mail, the toast has an action. */
export const RESET_TOAST: ToastContent = {
  title: 'Password Reset',
  description: 'Contact system administrator for password reset assistance.',
};

export const RESET_ACTION = { label: 'Reset by mail', path: '/auth/reset' } as const;
