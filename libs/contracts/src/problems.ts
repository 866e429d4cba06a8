import { LIMITS, UPLOAD } from './limits.js';
import type { SignInChallenge } from './sign-in-challenge.js';
import { grouped } from './text.js';

/** Every error code of the REST and live interfaces, with its HTTP status. */
export const PROBLEMS = {
  validation_failed: 400,
  malformed_body: 400,
  malformed_request: 400,
  wrong_password: 400,
  invalid_address: 400,
  invalid_code: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  second_factor_required: 401,
  forbidden: 403,
  reauthentication_required: 403,
  not_a_member: 403,
  upload_expired: 403,
  not_found: 404,
  link_expired: 404,
  challenge_expired: 404,
  already_used: 409,
  quota_reached: 409,
  owner_cannot_leave: 409,
  default_channel: 409,
  case_closed: 409,
  username_taken: 409,
  username_reserved: 409,
  email_taken: 409,
  length_required: 411,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  mail_unavailable: 503,
  factors_unavailable: 503,
  storage_full: 503,
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

export interface ProblemBody {
  statusCode: number;
  code: ProblemCode;
  /** A readable message; for a validation error, that of the first invalid field. */
  message: string;
  /** The message of each invalid field, for a validation error. */
  fields?: Record<string, string>;
  /** For `second_factor_required`: the next step of the sign-in. */
  challenge?: SignInChallenge;
  /** The id of the request in the log, for a server error. */
  requestId?: string;
}

export const MESSAGES = {
  unauthorized: 'You need to be logged in.',
  invalidCredentials: 'Invalid ONI_ID or password.',
  wrongPassword: 'Current password is incorrect.',
  secondFactorRequired: 'One more step: confirm with your second factor.',
  reauthenticationRequired: 'Confirm that it is you, then try again.',
  oneProof: 'Send one proof: a code, a recovery code or a passkey.',
  clockFast: (minutes: number) =>
    `The clock of your device is about ${minutes} min fast. Set it to the network's time, then try again.`,
  clockSlow: (minutes: number) =>
    `The clock of your device is about ${minutes} min slow. Set it to the network's time, then try again.`,
  totpInUse: 'An authenticator app is in use already. Turn it off first.',
  passkeyKnown: 'This passkey is known already.',
  challengeExpired: 'This sign-in took too long or was already used. Start again.',
  wrongCode: 'This code is not right. Codes change every 30 seconds.',
  usedCode: 'This code was already used. Wait for the next one.',
  wrongRecoveryCode: 'This recovery code is not right, or was already used.',
  wrongPasskey: 'This passkey was not accepted.',
  needsSecondFactor: 'Your account needs a second factor as well.',
  factorsUnavailable: 'This site has no key for authenticator apps. Ask its operator to set ACCOUNT_KEY.',
  badPasskey: 'This is not the answer of a passkey.',
  digestNeedsAddress: 'Verify your address first. Digests go to verified addresses only.',
  badDigest: 'The digest must be off, daily or weekly.',
  badDigestKinds: 'The kinds are mention, reply, ripple, link and invite.',
  sameEmail: 'This already is your address.',
  passwordIsCommon: 'This password is too common.',
  passwordIsOwn: 'The password must not contain your username or address.',
  linkOfOtherAccount: 'This link belongs to another account. Sign in to that account to use it.',
  linkOfOtherAddress: 'This link is for another address.',
  badLinkPurpose: 'Unknown kind of link.',
  linkExpired: 'This link has expired or was already used. Ask for a new one.',
  mailUnavailable: 'This site cannot send mail. Ask its operator for help.',
  forbidden: 'You do not have permission to change this.',
  notFound: 'Not found.',
  repliesClosed: 'Replies are closed.',
  replyNeedsPublicProfile:
    'Your profile is private, so nobody could see your reply. Make it public in the settings to reply.',
  ownRipple: 'You cannot send a ripple to your own post.',
  ownerOnly: 'Only the owner can do this.',
  staffOnly: 'Only the owner and moderators can do this.',
  ownerRoleFixed: 'The owner cannot be demoted or removed. Transfer ownership first.',
  banned: 'You were removed from this dimension. Its owner or a moderator can let you back in.',
  bannedUntilInvited:
    'You were removed from this dimension after this invite was made. Ask for a new one to rejoin.',
  notAMember: 'Join this dimension to write here.',
  ownerCannotLeave: 'The owner cannot leave. Transfer ownership to another member first.',
  defaultChannel: 'The default channel cannot be deleted. New members arrive there.',
  malformedBody: 'The request body is not valid JSON.',
  malformedRequest: 'The request is malformed.',
  unknownField: 'Unknown field.',
  mustBeText: 'This must be text.',
  mustBeFlag: 'This must be true or false.',
  mustBeTags: 'This must be a list of tags.',
  badTag: 'A tag can have 1 to 50 letters, digits, underscores or hyphens.',
  tooManyTags: `You can add up to ${LIMITS.tagsPerItem} tags.`,
  badProfileLink: `An address starts with https:// and can have up to ${LIMITS.profileLinks.max} characters.`,
  tooManyProfileLinks: `You can add up to ${LIMITS.profileLinks.count} addresses.`,
  badLimit: 'The limit must be a whole number from 1 to 100.',
  badSearchLimit: 'The limit must be a whole number from 1 to 20.',
  badSearchKinds: 'The kinds are members, tags, posts, pictures and dimensions, separated by commas.',
  badSearchCursor: 'This is not the cursor of such a search.',
  badWeeks: 'The number of weeks must be a whole number from 1 to 53.',
  badNodeLimit: 'The limit must be a whole number from 1 to 2,000.',
  badSort: 'The order must be newest or oldest.',
  badInviteHours: 'An invite can last 1 to 720 hours.',
  badInviteUses: 'An invite can be used 1 to 1,000 times.',
  badRole: 'The role must be moderator or member.',
  badScope: 'The scope must be near or all.',
  badKind: 'The kind must be member, post, picture, tag or message.',
  badTheme: 'Unknown theme.',
  badThemeMode: 'The mode must be light or dark.',
  invalidAddress: 'This address does not belong to an uploaded picture.',
  uploadExpired: 'This upload has expired or is already complete. Start it again.',
  alreadyUsed: 'This upload is already in use.',
  imageTooLarge: `A picture can be up to ${UPLOAD.maxBytes / 1_048_576} MB.`,
  imageType: 'A picture must be a JPEG, PNG, WebP, GIF or AVIF file.',
  imageBroken: 'This file is damaged or not a picture.',
  imageTooManyPixels: 'This picture has too many pixels. Try a smaller one.',
  badSize: 'The size must be a whole number of bytes.',
  badWidth: 'The width must be a whole number of pixels, 1 or more.',
  badText: 'Text cannot contain NUL or invalid characters.',
  badEmoji: 'A reaction is exactly one emoji.',
  badId: 'This id is malformed.',
  badIds: 'Give up to 40 ids, separated by commas.',
  tooLarge: 'The request body is too large.',
  lengthRequired: 'The Content-Length header is required.',
  preconditionFailed: 'This has changed since you last loaded it. Reload and try again.',
  rangeNotSatisfiable: 'The requested range is outside the file.',
  headersTooLarge: 'The request headers are too large.',
  unsupportedType: 'The request body must be JSON.',
  tooManySockets: 'Too many connections are open. Close some tabs and try again.',
  rateLimited: 'Too many requests. Try again later.',
  unavailable: 'Part of the network is not responding. Try again in a moment.',
  storageFull: 'Storage is full, so this was not saved. Try again in a few minutes.',
  internal: 'Something went wrong on our side. Try again in a moment.',
  usernameTaken: 'This ONI_ID is already taken.',
  usernameReserved: 'This ONI_ID is reserved.',
  emailTaken: 'This email is already registered.',
  waitlistClaimed: 'this oni_id is already claimed',
  waitlistConfirmed: 'confirmed. constellation forming...',
} as const;

const MIB = 1_024 ** 2;
const GIB = 1_024 ** 3;
const sizeText = (bytes: number): string =>
  bytes % GIB === 0 ? `${grouped(bytes / GIB)} GB` : `${grouped(Math.floor(bytes / MIB))} MB`;

/** Quotas of stored items, and the message of `quota_reached` for each. */
export const QUOTA_MESSAGES = {
  serversOwned: (quota: number) => `A member can own up to ${grouped(quota)} dimensions.`,
  channelsPerServer: (quota: number) =>
    `A dimension can have up to ${grouped(quota)} channels. Delete one to make room.`,
  invitesPerServer: (quota: number) =>
    `A dimension can have up to ${grouped(quota)} active invites. Revoke one to make room.`,
  boards: (quota: number) => `You can have up to ${grouped(quota)} boards. Delete one to make room.`,
  bookmarks: (quota: number) => `You can keep up to ${grouped(quota)} things. Let one go to make room.`,
  blocks: (quota: number) => `You can block up to ${grouped(quota)} members. Unblock one to make room.`,
  mutes: (quota: number) => `You can mute up to ${grouped(quota)} members. Unmute one to make room.`,
  capsules: (quota: number) => `You can have up to ${grouped(quota)} capsules. Delete one to make room.`,
  reactionsPerMessage: (quota: number) =>
    `A message can have up to ${grouped(quota)} different reactions. Use one that is already there.`,
  threadsPerDay: (quota: number) =>
    `You can start up to ${grouped(quota)} threads a day. Try again tomorrow.`,
  followedThreads: (quota: number) =>
    `You can follow up to ${grouped(quota)} threads. Stop following one to make room.`,
  repliesPerDay: (quota: number) =>
    `You can write up to ${grouped(quota)} replies a day. Try again tomorrow.`,
  posts: (quota: number) => `You can have up to ${grouped(quota)} posts. Delete some to make room.`,
  profileArchives: (quota: number) =>
    `You can have up to ${grouped(quota)} profile archives. Delete one to make room.`,
  pictures: (quota: number) =>
    `Your album can hold up to ${grouped(quota)} pictures. Delete some to make room.`,
  pictureBytes: (quota: number) =>
    `The pictures in your album can take up to ${sizeText(quota)}. Delete some to make room.`,
  passkeys: (quota: number) => `You can have up to ${grouped(quota)} passkeys. Remove one to make room.`,
  pushSubscriptions: (quota: number) =>
    `Up to ${grouped(quota)} devices can receive pushes. Turn them off on one to make room.`,
} as const;

export type QuotaName = keyof typeof QUOTA_MESSAGES;
