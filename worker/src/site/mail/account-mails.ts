import {
  type AccountActivityKind,
  deviceName,
  durationText,
  LINK_LIFETIME_MS,
  type MailedActivityKind,
  maskedEmail,
  PRODUCT_NAME,
  REGISTRATION_INVITE_DAYS,
} from '@oniverse/contracts';
import { type MailContent, nameInMail } from './mail-content.js';
import type { AccountRow, ActivityRow, EmailChangeRow } from './mail.repository.js';

const IGNORE = 'If you did not ask for this, ignore this mail: nothing changes.';

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const timeText = (time: Date): string => `${TIME.format(time)} UTC`;

const reasonFor = ({ username }: AccountRow): string =>
  `You get this mail because this address belongs to the account ${username}.`;

export const verificationMail = (account: AccountRow, url: string): MailContent => ({
  subject: `Verify your address for ${PRODUCT_NAME}`,
  title: 'Is this your address?',
  paragraphs: [
    `Someone entered it for the account ${account.username}. Open the link while you are signed in to that account.`,
    'With a verified address you can reset your password if you ever lose it.',
  ],
  action: { label: 'Verify this address', url },
  afterword: [`The link works once, for ${durationText(LINK_LIFETIME_MS['verify-email'])}.`, IGNORE],
  reason: `You get this mail because someone entered this address on ${PRODUCT_NAME}.`,
});

export const claimMail = (url: string): MailContent => ({
  subject: `Your address on ${PRODUCT_NAME}`,
  title: 'Take your address back.',
  paragraphs: [
    'You wanted to register, but another account entered this address first and never verified it.',
    'The link below starts a new registration with this address. The other account loses it.',
  ],
  action: { label: 'Register with this address', url },
  afterword: [`The link works once, for ${durationText(LINK_LIFETIME_MS['claim-email'])}.`, IGNORE],
  reason: `You get this mail because someone asked for it on the registration page of ${PRODUCT_NAME}.`,
});

/** @param signIn the page with the registration; undefined while it is not open to everyone */
export const waitlistMail = (oniId: string | null, signIn: string | undefined): MailContent => ({
  subject: `Your spot on ${PRODUCT_NAME}`,
  title: 'Your spot is claimed.',
  paragraphs: [
    oniId === null
      ? `Someone entered this address on the waitlist of ${PRODUCT_NAME}.`
      : `Someone entered this address on the waitlist of ${PRODUCT_NAME} and reserved the Oni ID ${oniId} for it.`,
    signIn === undefined
      ? 'We write to this address when there is a place for you.'
      : 'You need not wait: registration is open.',
  ],
  ...(signIn !== undefined && { action: { label: 'Take your place now', url: signIn } }),
  afterword: [IGNORE],
  reason: `You get this mail once, because someone entered this address on ${PRODUCT_NAME}.`,
});

/** @param url the registration with the code of the invitation */
export const registrationInviteMail = (url: string): MailContent => ({
  subject: `Your invitation to ${PRODUCT_NAME}`,
  title: 'There is a place for you.',
  paragraphs: [
    `You joined the waitlist of ${PRODUCT_NAME} with this address. Now you can create an account.`,
    'If you reserved an Oni ID, register with this address and the access key that you chose for it.',
  ],
  action: { label: 'Create your account', url },
  afterword: [`The link works once, for ${REGISTRATION_INVITE_DAYS} days.`, IGNORE],
  reason: `You get this mail because someone entered this address on the waitlist of ${PRODUCT_NAME}.`,
});

export const existingAccountMail = (account: AccountRow, signIn: string): MailContent => ({
  subject: `You already have an account on ${PRODUCT_NAME}`,
  title: 'You are already here.',
  paragraphs: [
    `This address belongs to the account ${account.username}, so you can sign in with that Oni ID.`,
    'If you lost the password, the sign-in page sends a link to this address.',
  ],
  action: { label: 'Sign in', url: signIn },
  afterword: [IGNORE],
  reason: reasonFor(account),
});

export const resetMail = (account: AccountRow, url: string): MailContent => ({
  subject: `Reset your password on ${PRODUCT_NAME}`,
  title: 'A new password',
  paragraphs: [
    `Choose a new password for ${account.username}. All devices are signed out then. Second factors stay, except those added since a recent sign-in from a new device that you did not confirm.`,
  ],
  action: { label: 'Choose a new password', url },
  afterword: [`The link works once, for ${durationText(LINK_LIFETIME_MS['reset-password'])}.`, IGNORE],
  reason: reasonFor(account),
});

export const emailChangedMail = (account: AccountRow, change: EmailChangeRow, url: string): MailContent => ({
  subject: `Your address on ${PRODUCT_NAME} was changed`,
  title: 'Your address was changed.',
  paragraphs: [`The account ${account.username} no longer uses this address.`],
  facts: [
    ['New address', change.email === null ? 'none' : maskedEmail(change.email)],
    ['When', timeText(change.created_at)],
  ],
  action: { label: 'This was not me: undo it', url },
  afterword: [
    `If you changed it, there is nothing to do. If not, the link brings this address back, for ${durationText(LINK_LIFETIME_MS['undo-email'])} or until another address of the account is verified. It also signs out all devices, removes second factors that were added since without an older one, and blocks the password until you choose a new one.`,
  ],
  reason: `You get this mail because this was the address of ${account.username} until now.`,
});

function factsOf(account: AccountRow, activity: ActivityRow): [string, string][] {
  const facts: [string, string][] = [
    ['Account', account.username],
    ['When', timeText(activity.created_at)],
  ];
  if (activity.detail !== null) facts.push(['What', nameInMail(activity.detail)]);
  if (activity.device !== null) facts.push(['Browser', nameInMail(deviceName(activity.device))]);
  if (activity.address !== null) facts.push(['Network', activity.address]);
  return facts;
}

const NOTHING_TO_DO = 'If it was you, there is nothing to do.';

/** @param url the link that disowns the sign-in */
export const newDeviceMail = (account: AccountRow, activity: ActivityRow, url: string): MailContent => ({
  subject: `A sign-in from a new device (${PRODUCT_NAME})`,
  title: 'A sign-in from a new device',
  paragraphs: ['Open the link and say whether it was you.'],
  facts: factsOf(account, activity),
  action: { label: 'Was this you?', url },
  afterword: [
    `If it was not you, the page of the link signs out all devices, removes second factors that were added since, and blocks the password until you choose a new one. If it was you, say so there: then a second factor that you added since survives a reset. The link works for ${durationText(LINK_LIFETIME_MS['disown-sign-in'])}.`,
  ],
  reason: reasonFor(account),
});

type MeasureMailKind = Extract<
  MailedActivityKind,
  'warned' | 'content_hidden' | 'suspended' | 'suspension_ended' | 'appeal_upheld'
>;

/** The mails about what staff did. The reasons are for members only, so they are not in a mail. */
const MEASURE_MAILS: Readonly<Partial<Record<AccountActivityKind, [title: string, text: string]>>> = {
  warned: ['You were warned.', 'The staff of the site warned you. Your settings say why.'],
  content_hidden: [
    'Something of yours was hidden.',
    'The staff of the site hid something that you published. Your settings say what and why.',
  ],
  suspended: [
    'Your account is suspended.',
    'Nothing is deleted. Sign in to read why and until when, to appeal, or to download your data.',
  ],
  suspension_ended: ['Your suspension has ended.', 'You can sign in as before.'],
  appeal_upheld: ['Your appeal was decided.', 'The suspension stays. Sign in to read why.'],
} satisfies Record<MeasureMailKind, [string, string]>;

/** Returns the mail about what staff did; undefined for other entries. @param origin of the site */
export function measureMail(
  account: AccountRow,
  activity: ActivityRow,
  origin: string,
): MailContent | undefined {
  const mail = MEASURE_MAILS[activity.kind];
  if (mail === undefined) return undefined;
  const [title, text] = mail;
  const isSignedIn = activity.kind === 'warned' || activity.kind === 'content_hidden';
  return {
    subject: `${title.replace(/\.$/, '')} (${PRODUCT_NAME})`,
    title,
    paragraphs: [text],
    facts: factsOf(account, activity),
    action: isSignedIn
      ? { label: 'Open the privacy settings', url: `${origin}/settings?tab=privacy` }
      : { label: 'Sign in', url: `${origin}/auth` },
    reason: reasonFor(account),
  };
}

/** What happened, by kind of entry. A new device has a mail of its own. */
const ACTIVITY_TITLES: Readonly<Partial<Record<AccountActivityKind, string>>> = {
  sign_in_disowned: 'All other devices were signed out.',
  password_changed: 'Your password was changed.',
  password_reset: 'Your password was reset.',
  email_change_undone: 'The change of your address was undone.',
  email_lost: 'Your address was taken back.',
  totp_enabled: 'An authenticator app was turned on.',
  totp_disabled: 'The authenticator app was turned off.',
  recovery_codes_made: 'New recovery codes were made.',
  recovery_code_used: 'A recovery code was used.',
  passkey_added: 'A passkey was added.',
  passkey_removed: 'A passkey was removed.',
} satisfies Record<Exclude<MailedActivityKind, 'signed_in_new_device' | MeasureMailKind>, string>;

/** @param url the security settings of the account */
export function activityMail(
  account: AccountRow,
  activity: ActivityRow,
  url: string,
): MailContent | undefined {
  const title = ACTIVITY_TITLES[activity.kind];
  if (title === undefined) return undefined;
  return {
    subject: `${title.replace(/\.$/, '')} (${PRODUCT_NAME})`,
    title,
    paragraphs: [NOTHING_TO_DO],
    facts: factsOf(account, activity),
    action: { label: 'Open the security settings', url },
    afterword: ['If it was not you, change your password now, or reset it on the sign-in page.'],
    reason: reasonFor(account),
  };
}
