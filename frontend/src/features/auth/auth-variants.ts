import { PRODUCT_NAME } from '@oniverse/contracts';
import { NO_ANSWER } from '../../api/http.js';
import type { ToastContent } from '../../ui/toast-store.js';

interface Outcome {
  /** Loaded by a full page load. */
  destination: string;
  success: ToastContent;
  failure: string;
  /** Shown if the server gives no reason. */
  fallbackMessage: string;
}

/** The specification defines two variants of the auth forms. */
export interface AuthVariant {
  tabs: { login: string; register: string };
  submit: { login: string; register: string };
  login: Outcome;
  register: Outcome;
}

/** The variant on the landing page. */
export const LANDING_VARIANT: AuthVariant = {
  tabs: { login: 'access', register: 'create' },
  submit: { login: 'ACCESS', register: 'CREATE' },
  login: {
    destination: '/constellation',
    success: { title: 'Connection Established', description: 'Welcome back to the network.' },
    failure: 'Connection Failed',
    fallbackMessage: NO_ANSWER,
  },
  register: {
    destination: '/profile',
    success: { title: 'Loop Created', description: 'Your neural pattern has been recorded.' },
    failure: 'Loop Creation Failed',
    fallbackMessage: NO_ANSWER,
  },
};

/** The variant on `/auth`, also used for the login on `/clean-auth`. */
export const SCREEN_VARIANT: AuthVariant = {
  tabs: { login: 'ACCESS', register: 'INITIALIZE' },
  submit: { login: 'ACCESS', register: 'INITIALIZE' },
  login: {
    destination: '/homepage',
    success: { title: 'Welcome back!', description: 'Successfully logged in.' },
    failure: 'Login failed',
    fallbackMessage: 'Login failed',
  },
  register: {
    destination: '/homepage',
    success: { title: `Welcome to ${PRODUCT_NAME}!`, description: 'Account created successfully.' },
    failure: 'Registration failed',
    fallbackMessage: NO_ANSWER,
  },
};
