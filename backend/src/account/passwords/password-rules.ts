import { PASSWORD_MESSAGES } from '@oniverse/contracts';
import { invalidField } from '@oniverse/platform';

/** The package's list is sorted by frequency in leaked passwords. */
const COMMON = 10_000;
/** Shorter parts of an address occur in passwords by chance. */
const MIN_NAME_LENGTH = 3;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the package on first use: it takes 50 ms. */
const loadCommonPasswords = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].slice(0, COMMON));
};

/**
 * Yields a password in lower case without each number of the digits and special characters at both ends, which may belong
 * to a common password themselves. Of a password without letters, the half remains: every short number is common.
 */
function* coresOf(plain: string): Generator<string> {
  const head = /^[^\p{L}]*/u.exec(plain)?.[0].length ?? 0;
  const hasLetters = head < plain.length;
  const tail = hasLetters ? (/[^\p{L}]*$/u.exec(plain)?.[0].length ?? 0) : head;
  const min = hasLetters ? 1 : Math.ceil(plain.length / 2);
  for (let start = 0; start <= head; start += 1) {
    for (let end = plain.length; end >= Math.max(plain.length - tail, start + min); end -= 1) {
      yield plain.slice(start, end);
    }
  }
}

/** The names that an attacker tries first. */
export interface PasswordOwner {
  username?: string | undefined;
  email?: string | null | undefined;
}

/**
 * Refuses a common password, also with the digits and special characters around it that the other rules ask for, and one
 * that contains the username or the local part of the address. Sign-in never checks this.
 * @param field the field of the request
 * @throws ProblemError `validation_failed`
 */
export async function requireUncommonPassword(
  password: string,
  { username = '', email }: PasswordOwner,
  field: string,
): Promise<void> {
  const plain = password.toLowerCase();
  const common = await (commonPasswords ??= loadCommonPasswords());
  for (const core of coresOf(plain)) {
    if (common.has(core)) throw invalidField(field, PASSWORD_MESSAGES.passwordIsCommon);
  }
  const names = [username, email?.split('@')[0] ?? ''].map((name) => name.toLowerCase());
  if (names.some((name) => name.length >= MIN_NAME_LENGTH && plain.includes(name))) {
    throw invalidField(field, PASSWORD_MESSAGES.passwordIsOwn);
  }
}
