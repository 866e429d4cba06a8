import { durationText, LINK_LIFETIME_MS, PRODUCT_NAME } from '@oniverse/contracts';

export const RESET_REQUEST_TEXTS = {
  title: 'Reset your password',
  heading: 'Lost your key?',
  text: 'Enter the address of your account. The mail has a link that sets a new password.',
  form: 'Reset by mail',
  email: { label: 'email', placeholder: 'you@somewhere' },
  send: 'Send the link',
  sending: 'Sending...',
  sent: `If an account has this address, the mail is on its way. The link in it works for ${durationText(LINK_LIFETIME_MS['reset-password'])}.`,
  elsewhere: 'No mail? Look in the spam folder. The link goes to the address that you verified last.',
  back: 'Back to sign-in',
} as const;

/** Texts of every page that a link opens. */
export const LINK_TEXTS = {
  checking: { heading: 'One moment.', text: 'Checking the link...' },
  expired: {
    heading: 'This link no longer works.',
    text: 'It has expired, was already used, or the account has another address now.',
  },
  failed: { heading: 'The link could not be checked.', text: 'Your connection or our side had a problem.' },
  retry: 'Try again',
  signIn: 'Sign in',
  home: 'Go to your homepage',
  settings: 'Open the security settings',
  ask: 'Ask for a new link',
} as const;

export const PURPOSE_TEXTS = {
  'reset-password': {
    title: 'New password',
    heading: 'A new key.',
    text: (username: string) => `Choose a new password for ${username}. All devices are signed out then.`,
    form: 'Set a new password',
    field: 'New password',
    hint: 'Use upper and lower case, a number and one of @$!%*?&',
    submit: 'Set the password',
    pending: 'Saving...',
    done: { title: 'Password reset', description: 'Sign in with your new password.' },
  },
  'verify-email': {
    title: 'Verify your address',
    heading: 'Is this your address?',
    text: (email: string, username: string) => `Confirm that ${email} belongs to your account ${username}.`,
    signIn: (username: string) => `Sign in as ${username} first. This page opens again then.`,
    submit: 'Verify this address',
    pending: 'Verifying...',
    done: { heading: 'Verified.', text: 'From now on, reset links go to this address.' },
  },
  'claim-email': {
    title: 'Create an account',
    heading: 'Take your place.',
    text: 'This address is yours. Choose a name and a key, and it belongs to your new account.',
  },
  'undo-email': {
    title: 'Undo the change of address',
    heading: 'Bring this address back?',
    text: (email: string, username: string) =>
      `${email} becomes the address of ${username} again. All devices are signed out, second factors that somebody else may have added are removed, and you choose a new password.`,
    submit: 'Undo the change',
    pending: 'Undoing...',
    done: {
      heading: 'It is your address again.',
      text: 'All devices are signed out. A mail with a link is on its way: choose a new password with it.',
    },
  },
  'disown-sign-in': {
    title: 'This was not me',
    heading: 'This was not you?',
    text: (username: string) =>
      `All devices of ${username} are signed out, second factors that were added since are removed, and the password stops working until you choose a new one.`,
    submit: 'Sign out all devices',
    pending: 'Signing out...',
    mine: 'This was me',
    kept: {
      heading: 'Noted.',
      text: 'The sign-in was yours. Second factors that you added since stay, also after a reset.',
    },
    done: {
      heading: 'All devices are signed out.',
      text: 'A mail with a link is on its way: choose a new password with it.',
    },
  },
  unsubscribe: {
    title: 'End the digest',
    heading: 'No more digests?',
    text: (username: string) =>
      `${PRODUCT_NAME} stops mailing digests to ${username}. You can turn them on again in the night log.`,
    submit: 'End the digest',
    pending: 'Ending...',
    done: { heading: 'The digest has ended.', text: 'Your night log keeps everything.' },
  },
} as const;
