import { ACCOUNT_ACTIVITY_DAYS, durationText, LINK_LIFETIME_MS, RECOVERY_CODES } from '@oniverse/contracts';

export const SECURITY_TEXTS = {
  loading: 'Loading your security settings',
  failed: 'Your security settings could not be loaded.',
  cancel: 'Cancel',
} as const;

export const DAY_TEXTS = { today: 'today', yesterday: 'yesterday' } as const;

export const CONFIRMATION_TEXTS = {
  open: (since: string, until: string) =>
    `You confirmed it is you at ${since}. Changes on this page are open until ${until}.`,
  lock: 'Lock now',
  locking: 'Locking...',
  lockFailed: 'Not locked',
  locked: 'Changes on this page are locked.',
  unlock: 'Confirm it is you',
  title: 'Confirm it is you',
  text: 'This change needs a fresh confirmation. It lasts 10 minutes.',
  passkey: 'Use a passkey',
  noPasskey: 'No passkey answered. Try again, or use your password.',
  or: 'or',
  password: 'Password',
  passwordMissing: 'Enter your password.',
  code: 'Code of your authenticator app',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'Each code works once.',
  recoveryCodeMissing: 'Enter one of your recovery codes.',
  byRecoveryCode: 'Use a recovery code instead',
  byApp: 'Use the authenticator app instead',
  discard: 'Cancel',
  confirm: 'Confirm',
  pending: 'Checking...',
} as const;

export const ADDRESS_TEXTS = {
  title: 'E-mail address',
  note: 'where reset links go',
  none: 'No address',
  noneText:
    'The address of this account now belongs to the member who proved that it is theirs. Add your own, so that you can reset a lost password.',
  verified: (day: string) => `verified on ${day}`,
  unverified: 'not verified',
  unverifiedText:
    'Open the link in the mail that we sent to it. Until then, someone who proves that the address is theirs can take it.',
  recovery: (email: string) => `Until this address is verified, reset links go to ${email}.`,
  cannotMail:
    'This site cannot send mail, so addresses are not verified here. If you lose your password, only the operator of the site can help.',
  send: 'Send the link again',
  sending: 'Sending...',
  sent: (email: string) => ({
    title: 'Link sent',
    description: `Open the mail to ${email} within ${durationText(LINK_LIFETIME_MS['verify-email'])}.`,
  }),
  sendFailed: 'Link not sent',
  change: 'Change address',
  add: 'Add an address',
  new: 'New address',
  save: 'Save address',
  saving: 'Saving...',
  changed: (email: string, canMail: boolean) => ({
    title: 'Address changed',
    description: canMail ? `Open the link in the mail to ${email} to verify it.` : `It is ${email} now.`,
  }),
  changeFailed: 'Address not changed',
} as const;

export const PASSWORD_TEXTS = {
  title: 'Password',
  current: 'Current password',
  new: 'New password',
  confirm: 'Confirm new password',
  newHint: 'Use upper and lower case, a number and one of @$!%*?&',
  change: 'Change password',
  changing: 'Changing...',
  invalid: 'Invalid Input',
  missing: 'Please fill in all password fields.',
  mismatch: { title: 'Password Mismatch', description: 'New passwords do not match.' },
  weak: 'Weak Password',
  changed: { title: 'Password Changed', description: 'Your password has been updated successfully.' },
  changeFailed: 'Password Change Failed',
} as const;

export const PASSKEY_TEXTS = {
  title: 'Passkeys',
  note: 'sign in without a password',
  none: 'No passkey yet. With one, you sign in with your fingerprint, your face or a security key.',
  unsupported: 'This browser does not support passkeys.',
  otherDomain: (domain: string) => `Passkeys work only on ${domain}. Open the site there to add one.`,
  synced: 'synced',
  added: (day: string) => `added ${day}`,
  used: (day: string) => `last used ${day}`,
  neverUsed: 'never used',
  add: 'Add a passkey',
  name: 'Name of the passkey',
  thisDevice: 'This device',
  nameHint: 'So that you recognise it in this list.',
  create: 'Create passkey',
  creating: 'Waiting for your device...',
  created: { title: 'Passkey added', description: 'You can sign in with it from now on.' },
  createFailed: 'Passkey not added',
  nothingAdded: 'Nothing was added.',
  problems: {
    registered: 'This device already has a passkey of your account.',
    failed: 'Your device could not complete this. Try again, or use another passkey.',
  },
  rename: 'Rename',
  renameName: (name: string) => `Rename ${name}`,
  newName: (name: string) => `New name of ${name}`,
  save: 'Save',
  saving: 'Saving...',
  renameFailed: 'Passkey not renamed',
  remove: 'Remove',
  removeName: (name: string) => `Remove ${name}`,
  removeTitle: (name: string) => `Remove “${name}”`,
  removeText: 'It no longer signs you in. Your device may keep offering it until you delete it there too.',
  removeLastText:
    'It is your only second factor. Without it, your password alone is enough to sign in, and your recovery codes stop working.',
  removeConfirm: 'Remove passkey',
  removing: 'Removing...',
  removed: { title: 'Passkey removed', description: 'It no longer signs you in.' },
} as const;

export const TOTP_TEXTS = {
  title: 'Authenticator app',
  note: 'a six-digit code at sign-in',
  unavailable:
    'This site cannot store the secrets of authenticator apps. Its operator can turn them on with ACCOUNT_KEY.',
  none: 'Not set up. With an app, signing in also needs the code that it shows.',
  setUp: 'Set up an app',
  settingUp: 'Preparing...',
  setUpFailed: 'Setup not started',
  qrCode: 'QR code for your authenticator app',
  qrLoading: 'Drawing the QR code',
  scan: 'Scan this code',
  scanRest: 'with your authenticator app.',
  byHand: 'No camera? Enter the key by hand:',
  openApp: 'Open it in an app on this device',
  enter: 'Enter the code',
  enterRest: 'that the app shows now.',
  code: 'Six-digit code',
  codeHint: 'If the code is refused, check that the clock of your device is right.',
  turnOn: 'Turn on',
  turningOn: 'Checking...',
  turnedOn: { title: 'Authenticator app on', description: 'Signing in now needs its code.' },
  on: (day: string) => `On since ${day}`,
  onText: 'Signing in needs the code that it shows.',
  turnOff: 'Turn off',
  offTitle: 'Turn off the authenticator app',
  offText: 'Signing in no longer needs its code. Your passkeys stay.',
  offLastText:
    'It is your only second factor. Without it, your password alone is enough to sign in, and your recovery codes stop working.',
  offConfirm: 'Turn off app',
  turningOff: 'Turning off...',
  turnedOff: { title: 'Authenticator app off', description: 'Its codes no longer work.' },
} as const;

export const RECOVERY_TEXTS = {
  title: 'Recovery codes',
  left: (count: number) => `${count} of ${RECOVERY_CODES} left`,
  none: 'Once you have a passkey or an authenticator app, you get ten codes for the day you lose it.',
  hidden: 'Each code works once and replaces your phone at sign-in. They were shown when they were made.',
  few: 'Make new ones before you need the last.',
  empty: 'All of your codes are used. Make new ones, so that a lost phone does not lock you out.',
  list: 'Your recovery codes',
  once: 'Each code works once and replaces your phone at sign-in. They are shown only now: save them somewhere your phone is not.',
  download: 'Download',
  file: 'oniverse-recovery-codes.txt',
  fileHead: (username: string) => `Recovery codes of ${username} on Oniverse. Each works once.`,
  copy: 'Copy',
  copied: { title: 'Codes copied', description: 'Paste them somewhere your phone is not.' },
  copyFailed: 'Your browser did not allow copying. Select the codes and copy them by hand.',
  make: 'Make ten new codes',
  makeTitle: 'Make ten new codes',
  makeText: (left: number) => {
    if (left === 0) return 'They are shown only once.';
    return left === 1
      ? 'The code that you have left stops working.'
      : `The ${left} codes that you have left stop working.`;
  },
  makeConfirm: 'Make new codes',
  making: 'Making...',
  makeFailed: 'No new codes',
} as const;

export const SESSIONS_TEXTS = {
  title: 'Sessions',
  note: 'signed in now',
  loading: 'Loading your sessions',
  failed: 'Your sessions could not be loaded.',
  this: 'this session',
  since: (day: string) => `since ${day}`,
  unknown: 'Unknown device',
  end: 'End session',
  endName: (device: string) => `End session on ${device}`,
  ending: 'Ending...',
  ended: { title: 'Session ended', description: 'That device is signed out.' },
  endFailed: 'Session not ended',
  endAll: 'End all other sessions',
  endAllText: (count: number) =>
    count === 1
      ? 'One other device is signed out at once. You stay signed in here.'
      : `${count} other devices are signed out at once. You stay signed in here.`,
  endAllConfirm: 'End sessions',
  endedAll: { title: 'Sessions ended', description: 'Only this device is signed in.' },
} as const;

export const ACTIVITY_TEXTS = {
  title: 'Account activity',
  note: `kept for ${ACCOUNT_ACTIVITY_DAYS} days`,
  loading: 'Loading your account activity',
  failed: 'Your account activity could not be loaded.',
  empty: 'Nothing has happened yet.',
  more: 'Older entries',
  loadingMore: 'loading...',
  end: `End of the log. Entries are kept for ${ACCOUNT_ACTIVITY_DAYS} days.`,
  disown: 'This was not me',
  disownTitle: 'This was not you',
  disownText: (device: string) =>
    `The session of this sign-in on ${device} ends, and so does every other session except this one. Someone may know your password, so choose a new one next.`,
  disownConfirm: 'End these sessions',
  disowning: 'Ending...',
  disowned: { title: 'Sessions ended', description: 'Now choose a new password.' },
} as const;

export const DATA_TEXTS = {
  title: 'Your data',
  text: 'Everything you have here, in one ZIP file: your page, posts, archives, messages and pictures.',
  prepare: 'Prepare an export',
  preparing: 'Preparing...',
  download: 'Download the export',
  once: (until: string) => `This link works once, until ${until}. Keep it to yourself.`,
  failed: 'Export Failed',
  eraseTitle: 'Erase your account',
  eraseText:
    'This permanently deletes everything that is yours. Your messages in dimensions stay, signed “former member”. Dimensions you own pass to other members.',
  erase: 'Erase my account',
  ask: 'This cannot be undone. Export your data first if you want to keep it.',
  typeId: (username: string) => `Type ${username} to confirm`,
  typed: 'This is not your Oni ID.',
  password: 'Password',
  discard: 'Cancel',
  confirm: 'Erase permanently',
  pending: 'Erasing...',
  erased: { title: 'Account erased', description: 'Your node has left the constellation.' },
} as const;
