import { phrases } from './phrases.js';
import { grouped } from './text.js';
import { sizeText } from './wording.js';

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
  factor_required: 403,
  suspended: 403,
  not_a_member: 403,
  timed_out: 403,
  channel_locked: 403,
  filtered: 403,
  filter_warning: 403,
  held_for_review: 403,
  upload_expired: 403,
  not_found: 404,
  link_expired: 404,
  challenge_expired: 404,
  already_used: 409,
  upload_incomplete: 409,
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
  proof_required: 428,
  account_too_new: 429,
  rate_limited: 429,
  slow_mode: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
  mail_unavailable: 503,
  factors_unavailable: 503,
  storage_full: 503,
  maintenance: 503,
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** The messages of every feature. Those of one feature are in its file. */
export const MESSAGES = phrases({
  unauthorized: 'You need to be logged in.',
  mailUnavailable: 'This site cannot send mail. Ask its operator for help.',
  forbidden: 'You do not have permission to change this.',
  notFound: 'Not found.',
  malformedBody: 'The request body is not valid JSON.',
  malformedRequest: 'The request is malformed.',
  unknownField: 'Unknown field.',
  badText: 'Text cannot contain NUL or invalid characters.',
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
});

const QUOTA_SENTENCES = {
  serversOwned: ({ quota }) => `A member can own up to ${grouped(quota)} dimensions.`,
  channelsPerServer: ({ quota }) =>
    `A dimension can have up to ${grouped(quota)} channels. Delete one to make room.`,
  categoriesPerServer: ({ quota }) =>
    `A dimension can have up to ${grouped(quota)} categories. Delete one to make room.`,
  invitesPerServer: ({ quota }) =>
    `A dimension can have up to ${grouped(quota)} active invites. Revoke one to make room.`,
  boards: ({ quota }) => `You can have up to ${grouped(quota)} boards. Delete one to make room.`,
  bookmarks: ({ quota }) => `You can keep up to ${grouped(quota)} things. Let one go to make room.`,
  blocks: ({ quota }) => `You can block up to ${grouped(quota)} members. Unblock one to make room.`,
  mutes: ({ quota }) => `You can mute up to ${grouped(quota)} members. Unmute one to make room.`,
  capsules: ({ quota }) => `You can have up to ${grouped(quota)} capsules. Delete one to make room.`,
  reactionsPerMessage: ({ quota }) =>
    `A message can have up to ${grouped(quota)} different reactions. Use one that is already there.`,
  pinsPerChannel: ({ quota }) =>
    `A channel can have up to ${grouped(quota)} pinned messages. Unpin one to make room.`,
  tracksPerRadio: ({ quota }) => `A radio can have up to ${grouped(quota)} tracks. Remove one to make room.`,
  tracksPerMember: ({ quota }) =>
    `You can have up to ${grouped(quota)} tracks in radios. Remove one to make room.`,
  threadsPerDay: ({ quota }) => `You can start up to ${grouped(quota)} threads a day. Try again tomorrow.`,
  conversationsPerDay: ({ quota }) =>
    `You can start up to ${grouped(quota)} conversations a day. Try again tomorrow.`,
  unfinishedGames: ({ quota }) =>
    `You can have up to ${grouped(quota)} unfinished games. End one to make room.`,
  followedThreads: ({ quota }) =>
    `You can follow up to ${grouped(quota)} threads. Stop following one to make room.`,
  repliesPerDay: ({ quota }) => `You can write up to ${grouped(quota)} replies a day. Try again tomorrow.`,
  posts: ({ quota }) => `You can have up to ${grouped(quota)} posts. Delete some to make room.`,
  profileArchives: ({ quota }) =>
    `You can have up to ${grouped(quota)} profile archives. Delete one to make room.`,
  pictures: ({ quota }) => `Your album can hold up to ${grouped(quota)} pictures. Delete some to make room.`,
  pictureBytes: ({ quota }) =>
    `The pictures in your album can take up to ${sizeText(quota)}. Delete some to make room.`,
  attachmentBytes: ({ quota }) =>
    `The files of your messages can take up to ${sizeText(quota)}. Delete some to make room.`,
  channelLevels: ({ quota }) =>
    `You can choose what you hear of in up to ${grouped(quota)} channels. Let one follow its dimension to make room.`,
  drafts: ({ quota }) => `You can have up to ${grouped(quota)} drafts. Send or clear one to make room.`,
  scheduledMessages: ({ quota }) =>
    `You can have up to ${grouped(quota)} scheduled messages. Cancel one to make room.`,
  reminders: ({ quota }) => `You can have up to ${grouped(quota)} reminders. Cancel one to make room.`,
  passkeys: ({ quota }) => `You can have up to ${grouped(quota)} passkeys. Remove one to make room.`,
  pushSubscriptions: ({ quota }) =>
    `Up to ${grouped(quota)} devices can receive pushes. Turn them off on one to make room.`,
} as const satisfies Record<string, (params: { quota: number }) => string>;

/** Quotas of stored items, and the message of `quota_reached` for each. */
export const QUOTA_MESSAGES = phrases(QUOTA_SENTENCES, 'quota.');
export type QuotaName = keyof typeof QUOTA_MESSAGES;
