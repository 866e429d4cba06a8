/** Every error code that a call or an acknowledgement may carry, with its HTTP status. */
export const PROBLEMS = {
  validation_failed: 400,
  malformed_body: 400,
  malformed_request: 400,
  wrong_password: 400,
  invalid_address: 400,
  unauthorized: 401,
  invalid_credentials: 401,
  forbidden: 403,
  not_a_member: 403,
  upload_expired: 403,
  not_found: 404,
  already_used: 409,
  owner_cannot_leave: 409,
  default_channel: 409,
  username_taken: 409,
  username_reserved: 409,
  email_taken: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal_error: 500,
  unavailable: 503,
} as const;

/** A stable word for what went wrong. */
export type ProblemCode = keyof typeof PROBLEMS;

/** What every call that fails answers. */
export interface ProblemBody {
  statusCode: number;
  code: ProblemCode;
  /** One sentence for a person; of a validation failure the first field's. */
  message: string;
  /** Of a validation failure: each field that broke a rule, with its message. */
  fields?: Record<string, string>;
  /** Of an unexpected failure: what to look for in the log. */
  requestId?: string;
}

/** What an acknowledgement that failed carries. */
export interface ProblemAck {
  ok: false;
  code: ProblemCode;
  message: string;
  /** Seconds after which it is worth trying again. */
  retryAfter?: number;
}

/** Sentences that more than one place says. */
export const MESSAGES = {
  unauthorized: 'You need to be logged in.',
  invalidCredentials: 'Invalid ONI_ID or password.',
  wrongPassword: 'Current password is incorrect.',
  forbidden: 'This is not yours to change.',
  notFound: 'There is no such thing here.',
  ownerAlone: 'Only the owner may do this.',
  staffAlone: 'Only the owner and moderators may do this.',
  ownerStays: 'The owner stays the owner until the dimension is handed over.',
  removedBefore: 'You were removed from this dimension. An invite made after that lets you in again.',
  notAMember: 'Join this dimension to write in it.',
  ownerCannotLeave: 'The owner cannot leave. Hand the dimension to another member first.',
  defaultChannel: 'The default channel stays: it is where members arrive.',
  malformedBody: 'The request body is not valid JSON.',
  malformedRequest: 'The request is malformed.',
  unknownField: 'This field is not known here.',
  mustBeText: 'Text is expected here.',
  mustBeFlag: 'True or false is expected here.',
  mustBeTags: 'A list of tags is expected here.',
  badTag: 'A tag has 1 to 50 letters, digits, underscores or hyphens.',
  tooManyTags: 'At most 50 tags are kept.',
  emptyPost: 'A post needs some text.',
  badLimit: 'The limit is a whole number from 1 to 100.',
  badNodeLimit: 'The limit is a whole number from 1 to 2,000.',
  badSort: 'The order is newest or oldest.',
  badInviteHours: 'An invite works for 1 to 720 hours.',
  badInviteUses: 'An invite is for 1 to 1,000 members.',
  badRole: 'The role is moderator or member.',
  badScope: 'The scope is near or all.',
  badTheme: 'There is no such theme.',
  badThemeMode: 'The mode is light or dark.',
  invalidAddress: 'This is no address of a picture that was uploaded here.',
  uploadExpired: 'This upload address has expired or was used.',
  alreadyUsed: 'This upload is already in use.',
  imageTooLarge: 'A picture has at most 10 MB.',
  imageType: 'A picture is a JPEG, PNG, WebP, GIF or AVIF file.',
  imageBroken: 'This file is damaged, or no picture.',
  imageTooManyPixels: 'This picture has too many pixels.',
  badSize: 'A size is a whole number of bytes.',
  badWidth: 'A width is a whole number of pixels, 1 or more.',
  badText: 'Text must not contain NUL or broken characters.',
  badId: 'This id is malformed.',
  tooLarge: 'The request body is too large.',
  headersTooLarge: 'The request headers are too large.',
  unsupportedType: 'A JSON body is expected.',
  rateLimited: 'Too many requests. Try again later.',
  unavailable: 'A part of the network is down just now. Try again in a moment.',
  internal: 'Something went wrong on our side.',
  usernameTaken: 'This ONI_ID is already taken.',
  usernameReserved: 'This ONI_ID is reserved.',
  emailTaken: 'This email is already registered.',
  waitlistClaimed: 'this oni_id is already claimed',
  waitlistConfirmed: 'confirmed. constellation forming...',
} as const;
