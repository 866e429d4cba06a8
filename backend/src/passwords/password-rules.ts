import { MESSAGES } from '@oniverse/contracts';
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

/** Returns a password in lower case, and its core without digits and special characters at both ends. */
function formsOf(password: string): string[] {
  const plain = password.toLowerCase();
  return [plain, plain.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')];
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
  const forms = formsOf(password);
  const common = await (commonPasswords ??= loadCommonPasswords());
  if (forms.some((form) => common.has(form))) throw invalidField(field, MESSAGES.passwordIsCommon);
  const names = [username, email?.split('@')[0] ?? ''].map((name) => name.toLowerCase());
  if (names.some((name) => name.length >= MIN_NAME_LENGTH && forms[0]?.includes(name))) {
    throw invalidField(field, MESSAGES.passwordIsOwn);
  }
}
