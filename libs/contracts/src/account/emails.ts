import { LINK_LIFETIME_MS, LINK_TOKEN } from './account-links.js';
import { SECURITY_RULES } from './account-security.js';
import { call } from '../shared/call.js';
import { okSchema } from '../shared/ok.js';
import { type BodyOf, requestBody, textField } from '../shared/request-fields.js';
import { durationText } from '../shared/wording.js';

export const linkTokenBody = requestBody({ token: textField(LINK_TOKEN) });
/** `POST /api/auth/password/reset-requests` and `POST /api/auth/email-claims`. */
export const emailBody = requestBody({ email: textField(SECURITY_RULES.email) });
export type EmailBody = BodyOf<typeof emailBody>;

const address = { title: 'EmailDto', fields: emailBody };
const link = { title: 'EmailTokenDto', fields: linkTokenBody };

export const sendEmailVerification = call('POST', '/auth/email/verification', {
  summary: 'Mails the link that verifies the address again',
  status: 202,
  answer: okSchema,
  problems: ['mail_unavailable'],
});

export const verifyEmail = call('POST', '/auth/email/verify', {
  summary: 'Verifies the address by the link that was mailed to it',
  description: 'Only in a session of the account that asked for the link.',
  body: link,
  answer: okSchema,
  problems: ['link_expired', 'forbidden', 'email_taken'],
});

export const claimEmail = call('POST', '/auth/email-claims', {
  summary: 'Mails a link to the owner of an address that is taken',
  description:
    'If an account has the address without having verified it, the link starts a registration that takes it. If it is verified, the mail says how to sign in. The answer is the same for every address.',
  access: 'public',
  status: 202,
  body: address,
  answer: okSchema,
  problems: ['mail_unavailable'],
});

export const changeEmail = call('PUT', '/auth/email', {
  summary: 'Changes the address',
  description: `The new address counts at once and is unverified until its link is opened. The previous address, if it was verified, is informed and can undo the change for ${durationText(LINK_LIFETIME_MS['undo-email'])}, or until another address is verified. Reset links go to the address that was verified last.`,
  body: address,
  answer: okSchema,
  problems: ['reauthentication_required', 'email_taken'],
});

export const undoEmailChange = call('POST', '/auth/email/undo', {
  summary: 'Undoes a change of the address, and all later ones, by the link to the previous address',
  description:
    'Also ends all sessions, removes second factors that were added since without proof of an older one or of this address, blocks the password until it is reset, and mails a link that sets a new one.',
  access: 'public',
  body: link,
  answer: okSchema,
  problems: ['link_expired', 'email_taken'],
});
