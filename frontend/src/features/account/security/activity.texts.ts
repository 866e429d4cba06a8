import type { AccountActivityKind, AccountActivityView, SecondFactor } from '@oniverse/contracts';

const timesOf = (count: number): string => {
  if (count === 1) return '';
  return count === 2 ? ' twice' : ` ${count} times`;
};

type Entry = Pick<AccountActivityView, 'detail' | 'count'>;
type Sentence = string | ((entry: Entry) => string);

const about =
  (sentence: string) =>
  ({ detail }: Entry): string =>
    detail === null ? sentence : `${sentence}: ${detail}`;

const PROOFS: Record<SecondFactor | 'password', string> = {
  password: 'the password',
  passkey: 'a passkey',
  totp: 'the authenticator app',
  'recovery-code': 'a recovery code',
};

/** The detail names the proof: a factor, or the password. */
const by =
  (sentence: string, otherwise = sentence) =>
  ({ detail }: Entry): string => {
    const proof = Object.entries(PROOFS).find(([name]) => name === detail)?.[1];
    return proof === undefined ? otherwise : `${sentence} with ${proof}`;
  };

/** The sentence of each kind. Failures are counted. */
const SENTENCES: Record<AccountActivityKind, Sentence> = {
  registered: 'Account created',
  signed_in: by('Signed in'),
  signed_in_new_device: by('Signed in from a new device'),
  sign_in_failed: ({ count }) => `Password refused${timesOf(count)}`,
  second_factor_failed: ({ count }) => `Second factor refused${timesOf(count)}`,
  reauthenticated: by('Confirmed', 'Confirmed that it is you'),
  sign_in_disowned: 'You reported a sign-in that was not you',
  sign_in_confirmed: 'You confirmed a sign-in as yours',
  session_ended: 'Session ended',
  sessions_ended: 'All other sessions ended',
  password_changed: 'Password changed',
  password_reset_requested: ({ count }) => `Password reset requested${timesOf(count)}`,
  password_reset: 'Password reset by a link',
  email_verified: about('Address verified'),
  email_changed: ({ detail }) => (detail === null ? 'Address changed' : `Address changed to ${detail}`),
  email_change_undone: ({ detail }) =>
    detail === null ? 'Address change undone' : `Address changed back to ${detail}`,
  email_lost: about('Address claimed by the member it belongs to'),
  totp_enabled: 'Authenticator app turned on',
  totp_disabled: 'Authenticator app turned off',
  recovery_codes_made: 'New recovery codes made',
  recovery_code_used: ({ detail }) =>
    detail === null ? 'Recovery code used' : `Recovery code used, ${detail}`,
  passkey_added: about('Passkey added'),
  passkey_removed: about('Passkey removed'),
  exported: 'Data exported',
  erasure_refused: ({ count }) => `Password refused for erasing the account${timesOf(count)}`,
  role_changed: about('Role changed'),
  warned: 'Warned by the staff of this site',
  warning_withdrawn: 'Warning withdrawn',
  content_hidden: 'Something of yours hidden by the staff of this site',
  content_shown: 'Something of yours shown again',
  suspended: 'Account suspended',
  suspension_ended: 'Suspension ended',
  appealed: 'Appeal sent',
  appeal_upheld: 'Appeal decided, the suspension stays',
};

/** Returns the sentence of an entry, such as `Password refused twice`. */
export function activitySentence(entry: AccountActivityView): string {
  const sentence = SENTENCES[entry.kind];
  return typeof sentence === 'string' ? sentence : sentence(entry);
}
