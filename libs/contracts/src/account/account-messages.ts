import { phrases } from '../shared/phrases.js';

/** The messages of the rules that the waitlist form shares, apart because the landing page loads only these. */
export const ACCOUNT_MESSAGES = phrases({
  usernameTooShort: ({ min }: { min: number }) => `Error: ONI_ID must be at least ${min} characters`,
  usernameTooLong: ({ max }: { max: number }) => `Error: ONI_ID must be less than ${max} characters`,
  badUsername: 'Error: ONI_ID can only include lowercase letters, numbers, and underscores',
  waitlistEmailRequired: 'email required',
  badEmail: 'Error: please enter a valid email address',
  passwordTooShort: ({ min }: { min: number }) => `Error: password must be at least ${min} characters long`,
  passwordTooLong: ({ max }: { max: number }) => `Error: password must be at most ${max} characters long`,
  weakPassword:
    'Error: password must include uppercase letter, lowercase letter, number, and special character (@$!%*?&)',
});
