import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type MailCause, mailEntry, parseMailCause } from './mail-causes.js';

const [userId, subjectId] = [randomUUID(), randomUUID()];
const CAUSES: readonly MailCause[] = [
  { purpose: 'verify-email', userId },
  { purpose: 'claim-email', userId },
  { purpose: 'reset-password', userId },
  { purpose: 'waitlist', userId },
  { purpose: 'registration-invite', userId },
  { purpose: 'email-changed', userId, subjectId },
  { purpose: 'activity', userId, subjectId },
];

describe('the causes of mails', () => {
  it.each(CAUSES)('ACC-003 name purpose and account in the outbox, and are read back: $purpose', (cause) => {
    const { topic, subject } = mailEntry(cause);
    expect(topic).toBe('send-mail');
    expect(subject).toMatch(/^[a-z-]+(:[0-9a-f-]{36}){1,2}$/);
    expect(parseMailCause(subject)).toEqual(cause);
  });

  it.each([
    '',
    'verify-email',
    `verify-email:${userId}:${subjectId}`,
    `activity:${userId}`,
    `other:${userId}`,
    `verify-email:${userId.toUpperCase()}`,
    `verify-email:vesper@example.org`,
  ])('are undefined for %j, which another release may know', (subject) => {
    expect(parseMailCause(subject)).toBeUndefined();
  });
});
