import type { ToastContent } from '../../../ui/toast-store.js';
import { LANDING_FORM_TEXTS, SCREEN_FORM_TEXTS } from './auth.texts.js';

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
  ...LANDING_FORM_TEXTS,
  login: { destination: '/constellation', ...LANDING_FORM_TEXTS.login },
  register: { destination: '/profile', ...LANDING_FORM_TEXTS.register },
};

/** The variant on `/auth`, also used for the login on `/clean-auth`. */
export const SCREEN_VARIANT: AuthVariant = {
  ...SCREEN_FORM_TEXTS,
  login: { destination: '/homepage', ...SCREEN_FORM_TEXTS.login },
  register: { destination: '/homepage', ...SCREEN_FORM_TEXTS.register },
};
