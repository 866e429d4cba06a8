import { ACCOUNT_LIMITS } from '../account/account-rules.js';

/** Limits that client and server share. Lengths are in Unicode characters, trimmed except in passwords and markdown. */
export const LIMITS = {
  ...ACCOUNT_LIMITS,
  passkeyName: { max: 50 },
  /** Profiles and profile archives. */
  profileMarkdown: { max: 200_000 },
  postText: { max: 50_000 },
  /** Posts and archives, which require a title, and pictures. */
  title: { min: 1, max: 200 },
  /** Capsules, boards and servers. */
  name: { min: 1, max: 100 },
  channelName: { min: 1, max: 50 },
  description: { max: 500 },
  imageDescription: { max: 2_000 },
  /** An upper bound; a valid device token is shorter. */
  deviceToken: { max: 128 },
  /** The address of a stored object. */
  address: { max: 2_048 },
  search: { max: 200 },
  searchCursor: { max: 200 },
  mediaType: { max: 255 },
  filename: { max: 255 },
  /** What a file of a message shows or says. */
  alt: { max: 1_000 },
  inviteHours: { min: 1, max: 720, default: 168 },
  inviteUses: { min: 1, max: 1_000 },
  message: { min: 1, max: 4_000 },
  /** The part of a message that an answer quotes: see `quote_of_message.sql`. */
  quote: { max: 200 },
  reply: { min: 1, max: 2_000 },
  nonce: { min: 1, max: 64 },
  /** The `seq` of a message or `rev` of a channel. */
  seq: { max: 2_147_483_647 },
  tag: { min: 1, max: 50 },
  tagsPerItem: 50,
  /** Addresses of a member's other pages. */
  profileLinks: { count: 5, max: 200 },
  /** The number of public servers that `GET /servers` lists besides the caller's own, largest first. */
  largestServers: 100,
  /** Entries of a page of a list, and the bytes of its JSON. A page has at least one entry. */
  page: { default: 50, max: 100, bytes: 600_000 },
} as const;

export const UPLOAD = {
  maxBytes: 10_485_760,
  /** Excludes SVG, which can run scripts. */
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  /** Time until an unused upload is deleted. */
  unclaimedMs: 24 * 60 * 60 * 1000,
} as const;

/** Files of messages. */
export const ATTACHMENT = {
  maxBytes: 26_214_400,
  /** Larger files are sent in parts of this size, the least that S3 takes. */
  partBytes: 5_242_880,
  /** The number of files of a message. */
  perItem: 10,
  /** How many a member may upload. */
  perHour: 300,
} as const;

/** The resized pictures that other members receive. */
export const RENDITIONS = {
  /** In pixels. Narrower pictures are not enlarged. */
  widths: [320, 640, 1_280],
  /** In pixels. Higher renditions are scaled down. */
  maxHeight: 8_192,
  type: 'image/webp',
} as const;

export const AVATAR = {
  /** Maximum width and height in pixels. */
  side: 512,
  /** JPEG and WebP quality from 0 to 1. */
  quality: 0.9,
} as const;

/** Time until an unused session expires. */
export const SESSION_LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;
/** Time until a session ends, however often it is used. */
export const SESSION_MAX_AGE_MS = 180 * 24 * 60 * 60 * 1000;
/** How long proof of identity opens sensitive changes. */
export const REAUTHENTICATION_MS = 10 * 60 * 1000;

/** Limits of `channel:open`. A client that missed more than a maximum is reset. */
export const CHANNEL_OPEN = {
  /** Messages in the first page and after a reset. */
  latest: 50,
  /** Messages per response when resuming. */
  page: 100,
  maxNew: 1_000,
  /** Messages that were edited or deleted, or whose reactions or thread changed. */
  maxChanged: 200,
  maxRemovedAuthors: 1_000,
} as const;

/** The server's heartbeat on each socket, in milliseconds. */
export const HEARTBEAT = { interval: 10_000, timeout: 15_000 } as const;

/** Time that `typing` lasts unless it is repeated. */
export const TYPING_MS = 5_000;
