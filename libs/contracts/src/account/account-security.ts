import * as v from 'valibot';
import { EXAMPLE_TOKEN, TOKEN } from './account-links.js';
import { ADDRESS, email, password } from './account-rules.js';
import { call } from '../shared/call.js';
import {
  atMost,
  field,
  type FieldRules,
  LINE,
  matches,
  OPTIONAL,
  required,
  UNTRIMMED,
} from '../shared/field-rules.js';
import { foldCode } from '../shared/folding.js';
import { isRecord } from '../shared/is-record.js';
import { LIMITS } from '../shared/limits.js';
import { phrases } from '../shared/phrases.js';
import {
  type BodyOf,
  omittable,
  requestBody,
  type RequestField,
  textField,
} from '../shared/request-fields.js';
import { TEXT_MESSAGES } from '../shared/rules.js';
import {
  documented,
  flag,
  id,
  list,
  literalTrue,
  nullable,
  object,
  text,
  timestamp,
  type TypeOf,
  wholeNumber,
} from '../shared/schema.js';

/** A sign-in, or a request with a passkey, must be completed within this time. */
export const CHALLENGE_LIFETIME_MS = 5 * 60 * 1000;

/** RFC 6238 with the parameters that all authenticator apps support. */
export const TOTP = { digits: 6, periodSeconds: 30 } as const;

export const RECOVERY_CODES = 10;

export const MAX_PASSKEYS = 20;

export const SECURITY_MESSAGES = phrases({
  emailRequired: 'Enter your e-mail address.',
  sameEmail: 'This already is your address.',
  newPasswordRequired: 'Enter a new password.',
  secondFactorRequired: 'One more step: confirm with your second factor.',
  reauthenticationRequired: 'Confirm that it is you, then try again.',
  needsSecondFactor: 'Your account needs a second factor as well.',
  challengeExpired: 'This sign-in took too long or was already used. Start again.',
  oneProof: 'Send one proof: a code, a recovery code or a passkey.',
  badCode: 'Enter the six digits of your authenticator app.',
  wrongCode: `This code is not right. Codes change every ${TOTP.periodSeconds} seconds.`,
  usedCode: 'This code was already used. Wait for the next one.',
  clockFast: ({ minutes }: { minutes: number }) =>
    `The clock of your device is about ${minutes} min fast. Set it to the network's time, then try again.`,
  clockSlow: ({ minutes }: { minutes: number }) =>
    `The clock of your device is about ${minutes} min slow. Set it to the network's time, then try again.`,
  totpInUse: 'An authenticator app is in use already. Turn it off first.',
  badRecoveryCode: 'A recovery code has eight letters and digits, such as 7KQM-2F9X.',
  wrongRecoveryCode: 'This recovery code is not right, or was already used.',
  passkeyNameRequired: 'Give the passkey a name.',
  passkeyKnown: 'This passkey is known already.',
  badPasskey: 'This is not the answer of a passkey.',
  wrongPasskey: 'This passkey was not accepted.',
  factorsUnavailable: 'This site has no key for authenticator apps. Ask its operator to set ACCOUNT_KEY.',
});

/** How a code is read. */
const CODE = { fold: foldCode };

/** The rules of the forms for the security of an account. */
export const SECURITY_RULES = {
  challenge: field('The id of the challenge.', EXAMPLE_TOKEN, [
    matches(TOKEN, SECURITY_MESSAGES.challengeExpired),
  ]),
  email: field(
    'The e-mail address.',
    'vesper@example.org',
    [required(SECURITY_MESSAGES.emailRequired), email.max, email.valid],
    ADDRESS,
  ),
  newPassword: field(
    'The new password.',
    'Moth&Lantern7',
    [required(SECURITY_MESSAGES.newPasswordRequired), password.min, password.max, password.classes],
    UNTRIMMED,
  ),
  password: field('The password.', 'Night@1ngale', [password.max], { optional: true, trim: false }),
  code: field(
    'The code that the authenticator app shows.',
    '419203',
    [matches(/^\d{6}$/, SECURITY_MESSAGES.badCode)],
    { ...OPTIONAL, ...CODE },
  ),
  requiredCode: field(
    'The code that the authenticator app shows.',
    '419203',
    [matches(/^\d{6}$/, SECURITY_MESSAGES.badCode)],
    CODE,
  ),
  recoveryCode: field(
    'One of the recovery codes, in upper or lower case, with or without the hyphen.',
    '7KQM-2F9X',
    [matches(/^[A-Za-z0-9]{4}[- ]?[A-Za-z0-9]{4}$/, SECURITY_MESSAGES.badRecoveryCode)],
    { ...OPTIONAL, ...CODE },
  ),
  passkeyName: field(
    'What the member calls the passkey.',
    'Laptop',
    [
      required(SECURITY_MESSAGES.passkeyNameRequired),
      atMost(LIMITS.passkeyName.max, TEXT_MESSAGES.nameTooLong),
    ],
    LINE,
  ),
} as const satisfies Record<string, FieldRules>;

/** The answer of a browser's passkey, `toJSON()` of a PublicKeyCredential (https://www.w3.org/TR/webauthn-3/). */
export interface PasskeyAnswer {
  id: string;
  rawId: string;
  type: 'public-key';
  response: Readonly<Record<string, unknown>>;
}

/** An object of another standard, passed on without a check of its fields. */
const foreignObject = (description: string, example: object) =>
  documented(v.custom<Readonly<Record<string, unknown>>>(isRecord), {
    type: 'object',
    description,
    examples: [example],
  });

const isPasskeyAnswer = (value: unknown): value is PasskeyAnswer =>
  isRecord(value) &&
  typeof value['id'] === 'string' &&
  value['rawId'] === value['id'] &&
  value['type'] === 'public-key' &&
  isRecord(value['response']);

export const passkeyField = (): RequestField<PasskeyAnswer, false> => ({
  optional: false,
  json: {
    type: 'object',
    description: "The answer of the browser's passkey, as WebAuthn's toJSON() writes it.",
    properties: {
      id: { type: 'string' },
      rawId: { type: 'string', description: 'The same as `id`.' },
      type: { type: 'string', enum: ['public-key'] },
      response: { type: 'object' },
    },
    examples: [{ id: 'AQIDBA', rawId: 'AQIDBA', type: 'public-key', response: {} }],
  },
  read: (value) => value,
  problem: (value) => (isPasskeyAnswer(value) ? undefined : SECURITY_MESSAGES.badPasskey),
});

/** `POST /api/auth/passkey/options`: with the challenge of a sign-in, the passkey is its second factor. */
export const passkeyOptionsBody = requestBody({ challenge: omittable(textField(SECURITY_RULES.challenge)) });
export type PasskeyOptionsBody = BodyOf<typeof passkeyOptionsBody>;

export const passkeyOptionsSchema = object('PasskeyOptions', "What to ask the browser's passkeys.", {
  challenge: text('The id to send back with the answer.', { example: EXAMPLE_TOKEN }),
  options: foreignObject(
    'PublicKeyCredentialRequestOptionsJSON or PublicKeyCredentialCreationOptionsJSON of WebAuthn.',
    { challenge: 'q83vEg', rpId: 'oniverse.example', userVerification: 'required' },
  ),
});
export type PasskeyOptions = TypeOf<typeof passkeyOptionsSchema>;

const passkeyProperties = {
  id: id('The passkey.'),
  name: text('What the member calls it.', { example: 'Laptop' }),
  isSynced: flag('Whether the passkey is stored beyond one device, for example in a password manager.'),
  createdAt: timestamp('When it was added.'),
  lastUsedAt: nullable(timestamp('When it was last used; null if never.')),
};
export const passkeySchema = object('Passkey', 'A passkey of the account.', passkeyProperties);
export type PasskeyView = TypeOf<typeof passkeySchema>;

const recoveryCodes = list(
  text('A recovery code.', { example: '7KQM-2F9X' }),
  `The ${RECOVERY_CODES} recovery codes. They are shown only now.`,
);
export const recoveryCodesSchema = object(
  'RecoveryCodes',
  'New recovery codes; earlier ones no longer work.',
  {
    codes: recoveryCodes,
  },
);
export type RecoveryCodes = TypeOf<typeof recoveryCodesSchema>;

/** `POST /api/auth/passkeys`. */
export const passkeyBody = requestBody({
  challenge: textField(SECURITY_RULES.challenge),
  name: textField(SECURITY_RULES.passkeyName),
  passkey: passkeyField(),
});
export type PasskeyBody = BodyOf<typeof passkeyBody>;

export const passkeyRenameBody = requestBody({ name: textField(SECURITY_RULES.passkeyName) });
export const passkeyAddedSchema = object('PasskeyAdded', 'The new passkey.', {
  passkey: passkeySchema,
  recoveryCodes: nullable(recoveryCodes),
});
export type PasskeyAdded = TypeOf<typeof passkeyAddedSchema>;

export const totpSetupSchema = object('TotpSetup', 'A secret for an authenticator app, not in use yet.', {
  secret: text('The secret, in base32.', { example: 'JBSWY3DPEHPK3PXPKRSXG5DJ' }),
  uri: text('The content of the QR code.', {
    example: 'otpauth://totp/Oniverse:vesper?secret=JBSWY3DPEHPK3PXPKRSXG5DJ&issuer=Oniverse',
  }),
});
export type TotpSetup = TypeOf<typeof totpSetupSchema>;

/** `PUT /api/auth/totp`: turns the app on. */
export const totpBody = requestBody({ code: textField(SECURITY_RULES.requiredCode) });
export const totpEnabledSchema = object('TotpEnabled', 'The authenticator app is in use.', {
  ok: literalTrue('Always true.'),
  recoveryCodes: nullable(recoveryCodes),
});
export type TotpEnabled = TypeOf<typeof totpEnabledSchema>;

export const securitySchema = object(
  'AccountSecurity',
  "The state of the security of the caller's account.",
  {
    authenticatedUntil: nullable(
      timestamp(
        'Until when sensitive changes are open in this session; null if the member has to confirm first.',
      ),
    ),
    canMail: flag('Whether this site can send mail.'),
    canUseTotp: flag('Whether this site can store secrets of authenticator apps.'),
    passkeyDomain: text('The domain of passkeys.', { example: 'oniverse.example' }),
    recoveryEmail: nullable(
      text('The address that was verified last, which receives reset links.', {
        example: 'vesper@example.org',
      }),
    ),
    totpSince: nullable(timestamp('Since when an authenticator app is in use; null if none is.')),
    recoveryCodesLeft: wholeNumber('The number of unused recovery codes.', { example: 10 }),
    passkeys: list(passkeySchema, 'The passkeys, oldest first.'),
  },
);
export type AccountSecurity = TypeOf<typeof securitySchema>;

export const getAccountSecurity = call('GET', '/auth/security', {
  summary: "Returns the state of the security of the caller's account",
  answer: securitySchema,
});
