import { PRODUCT_NAME } from '@oniverse/contracts';
import type { ToastContent } from '../../ui/toast-store.js';

/** What a form does when it succeeds and what it says when it fails. */
interface Outcome {
  /** Where the browser goes, by a full load. */
  destination: string;
  success: ToastContent;
  failure: string;
  /** Said where the server gave no reason. */
  unexplained: string;
}

/** The specification gives the auth forms in two readings: this is what differs between them. */
export interface AuthReading {
  tabs: { login: string; register: string };
  submit: { login: string; register: string };
  login: Outcome;
  register: Outcome;
}

const UNANSWERED = 'The network did not answer. Try again in a moment.';

/** The forms on the landing page. */
export const LANDING_READING: AuthReading = {
  tabs: { login: 'access', register: 'create' },
  submit: { login: 'ACCESS', register: 'CREATE' },
  login: {
    destination: '/constellation',
    success: { title: 'Connection Established', description: 'Welcome back to the network.' },
    failure: 'Connection Failed',
    unexplained: UNANSWERED,
  },
  register: {
    destination: '/profile',
    success: { title: 'Loop Created', description: 'Your neural pattern has been recorded.' },
    failure: 'Loop Creation Failed',
    unexplained: UNANSWERED,
  },
};

/** The forms of `/auth`, and the login of `/clean-auth`. */
export const SCREEN_READING: AuthReading = {
  tabs: { login: 'ACCESS', register: 'INITIALIZE' },
  submit: { login: 'ACCESS', register: 'INITIALIZE' },
  login: {
    destination: '/homepage',
    success: { title: 'Welcome back!', description: 'Successfully logged in.' },
    failure: 'Login failed',
    unexplained: 'Login failed',
  },
  register: {
    destination: '/homepage',
    success: { title: `Welcome to ${PRODUCT_NAME}!`, description: 'Account created successfully.' },
    failure: 'Registration failed',
    unexplained: UNANSWERED,
  },
};
