import { describe, expect, it } from '@jest/globals';
import { ProblemError } from '@oniverse/platform';
import { GOOD_PASSWORD } from '@oniverse/testing';
import { type PasswordOwner, requireUncommonPassword } from './password-rules.js';

const OWNER = { username: 'vesper_lund', email: 'V.Lund@orion.example' };

const messageOf = async (password: string, owner: PasswordOwner = OWNER): Promise<string | undefined> => {
  try {
    await requireUncommonPassword(password, owner, 'password');
    return undefined;
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    expect(error.details.fields).toEqual({ password: error.phrase });
    return error.message;
  }
};

describe('requireUncommonPassword', () => {
  it.each([
    'password',
    'Password1!',
    '1!Password',
    'QWERTY',
    'Dragon2026$',
    '123456',
    // Their digits belong to them, and signs stand around them.
    'Abcd1234!',
    '!!Abcd1234',
    '1Qaz2wsx!',
    '#1q2w3e4r5t7',
    '12345678!!',
  ])('ACC-090 refuses the common password %j', async (password) =>
    expect(await messageOf(password)).toBe('This password is too common.'),
  );

  it.each([
    'vesper_lund',
    'Vesper_Lund1!',
    'My-VESPER_lund-77',
    'V.Lund99@',
    'v.lund@orion.example',
    'V.Lund@orion.example7!',
  ])('ACC-091 refuses %j, which contains the username or the address', async (password) =>
    expect(await messageOf(password)).toBe('The password must not contain your username or address.'),
  );

  it.each([
    GOOD_PASSWORD,
    'Moth&Lantern7',
    'lund_counts_the_rings',
    '🌒🌓🌔🌕🌖🌗🌘🌑',
    '7301-2958-4416-0093',
  ])('ACC-090 accepts %j', async (password) => expect(await messageOf(password)).toBeUndefined());

  it('ACC-091 ignores absent names and a local part of one or two letters', async () => {
    expect(await messageOf('Moth&Lantern7', { email: 'mo@orion.example' })).toBeUndefined();
    expect(await messageOf('Moth&Lantern7', { username: '', email: null })).toBeUndefined();
  });
});
