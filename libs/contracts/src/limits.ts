/**
 * Every bound that client and server must agree on. Lengths count Unicode characters after trimming,
 * unless a field is not trimmed (passwords, markdown).
 */
export const LIMITS = {
  username: { min: 3, max: 20 },
  registerPassword: { min: 8 },
  newPassword: { min: 6 },
  password: { max: 128 },
  email: { max: 254 },
  displayName: { max: 50 },
  bio: { max: 500 },
  /** Of a profile and of a profile archive. */
  profileMarkdown: { max: 200_000 },
  postText: { max: 50_000 },
  /** Of posts and archives, which need one, and of images. */
  title: { min: 1, max: 200 },
  /** Of capsules, boards and servers. */
  name: { min: 1, max: 100 },
  channelName: { min: 1, max: 50 },
  description: { max: 500 },
  imageDescription: { max: 2_000 },
  /** An address of a stored object, and what is searched for. */
  address: { max: 2_048 },
  search: { max: 200 },
  /** What an upload says of itself. */
  mediaType: { max: 255 },
  filename: { max: 255 },
  /** How long an invite works, in hours, and how many may come by it. */
  inviteHours: { min: 1, max: 720, default: 168 },
  inviteUses: { min: 1, max: 1_000 },
  message: { min: 1, max: 4_000 },
  nonce: { min: 1, max: 64 },
  /** A place in a channel, or a count of its changes. */
  seq: { max: 2_147_483_647 },
  tag: { min: 1, max: 50 },
  tagsPerThing: 50,
  /** Bytes of a request body. */
  body: 1_048_576,
  /** Entries of one page of a list. */
  page: { default: 50, max: 100 },
} as const;

/** What may be uploaded, and for how long an upload is kept open. */
export const UPLOAD = {
  /** Bytes of a picture. */
  maxBytes: 10_485_760,
  /** What a picture may be; SVG is not among them, since it can run scripts. */
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  /** How long an upload address works, in milliseconds. */
  addressMs: 15 * 60 * 1000,
  /** How long an upload that nothing uses is kept, in milliseconds. */
  unclaimedMs: 24 * 60 * 60 * 1000,
} as const;

/** How all that a member has is handed out. */
export const EXPORT = {
  /** How long its address works, in milliseconds. */
  addressMs: 15 * 60 * 1000,
  /** Exports that one backend sends at the same time. */
  atOnce: 8,
  /** A client that takes nothing for so long is cut off, in milliseconds. */
  stallMs: 60 * 1000,
} as const;

/** In which forms others see a picture of an album. */
export const RENDITIONS = {
  /** Pixels; a narrower picture keeps its own width. */
  widths: [320, 640, 1_280],
  /** Pixels; what would be higher is made smaller as a whole. */
  maxHeight: 8_192,
  type: 'image/webp',
} as const;

/** What an avatar is. */
export const AVATAR = {
  /** Pixels of its sides, at most. */
  side: 512,
  /** Of JPEG and WebP, from 0 to 1. */
  quality: 0.9,
} as const;

/** How much of the constellation one answer holds. */
export const CONSTELLATION = { nodes: 500, maxNodes: 2_000, links: 2_000 } as const;

/** How the constellation is drawn: the drawing space, its nodes and its zoom. Lengths are units of that space. */
export const CONSTELLATION_VIEW = {
  width: 800,
  height: 600,
  radius: 6,
  /** Of the member's own node. */
  ownRadius: 8,
  /** A click this far outside of a node's ring still hits it. */
  clickTolerance: 5,
  zoomStep: 1.2,
  minZoom: 0.3,
  maxZoom: 3,
} as const;

/** Links that each member keeps, the strongest: a link is there while one of its two ends keeps it. */
export const LINKS_KEPT = 50;

/** A tag that more members show than both of these connects nobody. */
export const HUB_TAG = { members: 1_000, shareOfMembers: 0.01 } as const;

/** @param members how many there are */
export const isHubOf = (shownBy: number, members: number): boolean =>
  shownBy > Math.max(HUB_TAG.members, HUB_TAG.shareOfMembers * members);

/** How far back the activity goes, in days. */
export const ACTIVITY_DAYS = 7;

/** How long a session lives without being used, in milliseconds, and how often its marks are moved. */
export const SESSION = {
  lifetimeMs: 30 * 24 * 60 * 60 * 1000,
  renewEveryMs: 24 * 60 * 60 * 1000,
  /** `lastSeenAt` is moved on at most once in this time. */
  seenEveryMs: 5 * 60 * 1000,
} as const;

/** What the rate limits allow: `points` in each `seconds`. */
export const RATE_LIMITS = {
  passwordByNameAndAddress: { points: 10, seconds: 15 * 60 },
  passwordByName: { points: 100, seconds: 60 * 60 },
  passwordByAddress: { points: 100, seconds: 60 * 60 },
  /** Wrong passwords for the page of the queues, by address. */
  queuesPassword: { points: 10, seconds: 15 * 60 },
  register: { points: 10, seconds: 60 * 60 },
  waitlist: { points: 10, seconds: 60 * 60 },
  messages: { points: 10, seconds: 10 },
  uploads: { points: 60, seconds: 60 * 60 },
  exports: { points: 10, seconds: 60 * 60 },
  api: { points: 300, seconds: 60 },
} as const;

/** The names of the rate limits. */
export type RateLimitName = keyof typeof RATE_LIMITS;

/** How `channel:open` resumes a channel. */
export const CHANNEL_OPEN = {
  /** Messages of the first page, and of a fresh start. */
  latest: 50,
  /** Messages after `after` in one answer. */
  page: 100,
  /** More new messages than this, and the client starts afresh. */
  maxNew: 1_000,
  /** More changed messages than this, and the client starts afresh. */
  maxChanged: 200,
} as const;

/** How the live side paces itself, in milliseconds. */
export const LIVE_PACE = {
  /** `waitlist:count` is pushed at most once in this time. */
  waitlistCountMs: 200,
  /** A message that came before its forerunner is held at most this long before the gap is filled. */
  gapHoldMs: 100,
  /** The heads of all open channels are compared this often. */
  headCheckMs: 2_000,
  /** The sessions and memberships of all open sockets are read again this often. */
  sessionCheckMs: 4_000,
  /** Who types is forgotten after this time without news. */
  typingMs: 5_000,
  /** Who moved between online and offline is told at most once in this time. */
  presencePushMs: 1_000,
  /** A member whose last socket closed in good order is offline after this time: a reload does not blink. */
  presenceGraceMs: 5_000,
  /** A backend says this often that it is alive, and is given up when it was not heard for the lease. */
  presenceRenewMs: 5_000,
  presenceLeaseMs: 15_000,
  /** What a socket may ask at once, and then each second; messages have a limit of their own. */
  requestBurst: 200,
  requestsPerSecond: 40,
  /** A client for whom more than this waits unread is cut off, in bytes; how often that is looked at. */
  maxWaitingBytes: 1_048_576,
  slowCheckMs: 1_000,
  /** Where many sockets come at once, one waits at most this long to be let in together with others. */
  admissionWaitMs: 250,
  /** A backend that ends closes its sockets within this time, each at a moment of its own. */
  moveAwayMs: 3_000,
  /** A request under way then has this long to be answered. */
  lastAnswerMs: 3_000,
  /** Where messages came is told to a dimension's members at most once in this time. */
  activityPushMs: 1_000,
  /** What came sooner after that waits at least this long for a message that it can go beside. */
  activityHoldMs: 1_500,
} as const;

/** What the client draws and fetches by the clock. */
export const CLIENT_PACE = {
  statsRefetchMs: 60_000,
  constellationRefetchMs: 30_000,
  counterSteps: 20,
  loadingDotMs: 500,
  loadingDots: 3,
  landingStepMs: 2_000,
  landingSteps: 4,
} as const;

/** A longer post is cut on its card at this many characters, until one asks for the rest. */
export const POST_PREVIEW = { characters: 300 } as const;

/** How much the homepage asks for at once: posts, entries of the activity, members near one. */
export const HOME = { posts: 20, activities: 8, members: 40 } as const;

/** A new member's homepage shows the first steps for this long. */
export const GUIDE_DAYS = 14;

/** Toasts: one at once, shown for `durationMs`, gone `removeDelayMs` after it was dismissed. */
export const TOAST = {
  limit: 1,
  durationMs: 5_000,
  removeDelayMs: 3_000,
  swipeDirection: 'right',
  swipeThreshold: 50,
  hotkey: 'F8',
} as const;

/** Tooltips: shown after a rest of `delayMs`, at once where another was shown less than `skipDelayMs` ago. */
export const TOOLTIP = { delayMs: 700, skipDelayMs: 300 } as const;

/** Where the client keeps things in the browser's local storage. */
export const STORAGE_KEYS = {
  session: 'sessionId',
  theme: 'oni-theme',
  effects: 'oni-effects',
  pictureAuthors: 'oni-picture-authors',
  /** With the member's id behind them. */
  postDraft: 'oni-post-draft',
  guide: 'oni-guide',
} as const;
