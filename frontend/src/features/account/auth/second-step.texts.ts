export const SECOND_STEP_TEXTS = {
  heading: 'One more step.',
  text: 'Your password is right. Now confirm with your second factor.',
  form: 'Second factor',
  code: 'Code of your authenticator app',
  codeHint: 'If the code is refused, check that the clock of your device is right.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'Each code works once.',
  passkey: 'Use a passkey',
  confirm: 'Confirm',
  confirming: 'Checking...',
  others: {
    passkey: 'Use a passkey instead',
    totp: 'Use the authenticator app instead',
    'recovery-code': 'Use a recovery code instead',
  },
  expired: 'This sign-in took too long or was already used.',
  restart: 'Start again',
} as const;
