import { PRODUCT_NAME } from '@oniverse/contracts';
import { NO_ANSWER } from '../../../api/http.texts.js';
import type { ToastContent } from '../../../ui/toast-store.js';

export const AUTH_TEXTS = {
  title: 'Access',
  choice: 'Sign in or create an account',
  oniId: { label: 'ONI_ID', placeholder: 'your_handle' },
  newOniId: { label: 'ONI_ID', note: '3 to 20: a-z 0-9 _', placeholder: 'your_handle' },
  email: { label: 'email', placeholder: 'you@somewhere' },
  password: { label: 'password' },
  newPassword: { label: 'password', hint: 'Use upper and lower case, a number and one of @$!%*?&' },
  inviteCode: {
    label: 'invitation',
    hint: 'Registration is by invitation. The code is in the link that you got.',
    placeholder: 'the code of your invitation',
  },
  closed: 'Registration is closed. Come back later, or join the waitlist.',
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

/** On the landing page. */
export const LANDING_FORM_TEXTS = {
  tabs: { login: 'access', register: 'create' },
  submit: { login: 'ACCESS', register: 'CREATE' },
  login: {
    success: { title: 'Connection Established', description: 'Welcome back to the network.' },
    failure: 'Connection Failed',
    fallbackMessage: NO_ANSWER,
  },
  register: {
    success: { title: 'Loop Created', description: 'Your neural pattern has been recorded.' },
    failure: 'Loop Creation Failed',
    fallbackMessage: NO_ANSWER,
  },
} as const;

/** On `/auth`. */
export const SCREEN_FORM_TEXTS = {
  tabs: { login: 'ACCESS', register: 'INITIALIZE' },
  submit: { login: 'ACCESS', register: 'INITIALIZE' },
  login: {
    success: { title: 'Welcome back!', description: 'Successfully logged in.' },
    failure: 'Login failed',
    fallbackMessage: 'Login failed',
  },
  register: {
    success: { title: `Welcome to ${PRODUCT_NAME}!`, description: 'Account created successfully.' },
    failure: 'Registration failed',
    fallbackMessage: NO_ANSWER,
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
