import { type AttachmentKind, attachmentsText } from '../shared/attachments.js';
import { memberPath, postPath } from '../shared/paths.js';
import { conversationPath, messagePath, serverPath } from './message-path.js';

/** What a row of the night log is about, as far as its address needs it. */
export interface NotificationTarget {
  kind: NotificationKind;
  member: string;
  post: { id: string; author: string } | null;
  message: { channelId: string; parentId?: string | undefined; seq: number } | null;
  server: { id: string; isPublic: boolean } | null;
}

type Target = Omit<NotificationTarget, 'kind'>;

interface NotificationRules {
  /** The filter of the night log that lists it. */
  filter: string;
  /** The setting that pushes it, or null if it cannot be pushed. */
  push: { field: string; summary: string; byDefault: boolean } | null;
  /** Its part of the digest, or null if it cannot be in one. */
  digest: { byDefault: boolean } | null;
  /**
   * What happened, in a push and in the digest. Null for a kind that has neither.
   * @param files those of the message, if it has no text
   */
  title: ((name: string, files?: readonly AttachmentKind[]) => string) | null;
  /** The page that shows what happened. */
  path: (target: Target) => string;
  /** What may add entries: causes in the outbox, with the parts of their text in order. */
  causes: Readonly<Record<string, readonly string[]>>;
}

const ON = { byDefault: true } as const;
const OFF = { byDefault: false } as const;

/** The page with the member's reports. */
const REPORTS_PATH = '/settings?tab=privacy';
/** The page with the member's scheduled messages. */
const SCHEDULED_PATH = '/scheduled';

function pathOfSubject({ member, post, message, server }: Target): string {
  if (post) return postPath(post.author, post.id);
  if (!server) return message ? conversationPath(message) : memberPath(member);
  const place = { serverId: server.id, isPublic: server.isPublic };
  return message ? messagePath({ ...place, ...message }) : serverPath(place);
}

/** A channel opens at the first unread message. */
function pathOfChannel(target: Target): string {
  const { server, message } = target;
  if (!message) return pathOfSubject(target);
  if (!server) return conversationPath({ channelId: message.channelId, parentId: message.parentId });
  return `${pathOfSubject({ ...target, message: null })}&channel=${message.channelId}`;
}

/**
 * Everything that differs between the kinds of entries in the night log. A new kind is a row here, a migration (for the
 * check of `notifications.kind`, and for `push_kinds` of stored settings), its sentence, and what causes it.
 */
export const NOTIFICATION_RULES = {
  mention: {
    filter: 'mentions',
    push: { ...ON, field: 'pushMentions', summary: 'Whether mentions are pushed.' },
    digest: ON,
    title: (name) => `${name} mentioned you`,
    path: pathOfSubject,
    causes: {
      /** A message with mentions, or that answers another, was written or edited. SQL writes this form too. */
      mention: ['channelId', 'seq'],
      /** A post that may mention members was written, edited, shown or hidden. */
      post: ['postId'],
    },
  },
  reply: {
    filter: 'replies',
    push: { ...ON, field: 'pushReplies', summary: 'Whether replies are pushed.' },
    digest: ON,
    title: (name) => `${name} replied to you`,
    path: pathOfSubject,
    /** A reply was written or deleted. */
    causes: { reply: ['replyId'] },
  },
  ripple: {
    filter: 'ripples',
    push: { ...OFF, field: 'pushRipples', summary: 'Whether ripples are pushed.' },
    digest: OFF,
    title: (name) => `${name} sent a ripple`,
    path: pathOfSubject,
    /** A ripple was sent or taken back. */
    causes: { ripple: ['postId', 'userId'] },
  },
  link: {
    filter: 'lines',
    push: { ...OFF, field: 'pushLinks', summary: 'Whether new lines are pushed.' },
    digest: ON,
    title: (name) => `A new line: you and ${name}`,
    path: pathOfSubject,
    /** Links have an outbox topic of their own. */
    causes: {},
  },
  invite: {
    filter: 'dimensions',
    push: { ...ON, field: 'pushInvites', summary: 'Whether joining by an invite is pushed.' },
    digest: ON,
    title: (name) => `${name} joined with your invite`,
    path: pathOfSubject,
    /** A member joined a server with an invite of another one. */
    causes: { invite: ['serverId', 'userId', 'inviterId'] },
  },
  message: {
    filter: 'dimensions',
    push: {
      ...ON,
      field: 'pushMessages',
      summary: 'Whether new messages are pushed, in channels of which the member hears everything.',
    },
    digest: OFF,
    title: (name, files = []) =>
      files.length === 0 ? `${name} wrote` : `${name} sent ${attachmentsText(files)}`,
    path: pathOfChannel,
    /** Messages have an outbox topic of their own. */
    causes: {},
  },
  direct: {
    filter: 'conversations',
    push: { ...ON, field: 'pushDirect', summary: 'Whether messages in conversations are pushed.' },
    digest: ON,
    title: (name, files = []) =>
      files.length === 0 ? `${name} wrote to you` : `${name} sent you ${attachmentsText(files)}`,
    path: pathOfChannel,
    /** As for messages in channels. */
    causes: {},
  },
  reminder: {
    filter: 'scheduled',
    push: {
      ...ON,
      field: 'pushReminders',
      summary: 'Whether messages of which the member wants to be reminded are pushed.',
    },
    digest: null,
    title: (name, files = []) =>
      files.length === 0 ? `${name} wrote` : `${name} sent ${attachmentsText(files)}`,
    path: pathOfSubject,
    /** Members add them. */
    causes: {},
  },
  unsent: {
    filter: 'scheduled',
    push: {
      ...ON,
      field: 'pushUnsent',
      summary: 'Whether it is pushed that a scheduled message could not be sent.',
    },
    digest: null,
    title: () => 'A scheduled message was not sent',
    path: () => SCHEDULED_PATH,
    /** A scheduled message could not be sent. */
    causes: { unsent: ['scheduledId'] },
  },
  turn: {
    filter: 'games',
    push: {
      ...ON,
      field: 'pushTurns',
      summary: "Whether it is pushed that it is the member's turn in a game.",
    },
    digest: null,
    title: (name) => `Your turn with ${name}`,
    path: pathOfSubject,
    /** A game started, or a player moved. */
    causes: { turn: ['channelId', 'seq'] },
  },
  report: {
    filter: 'reports',
    push: null,
    digest: null,
    title: null,
    path: () => REPORTS_PATH,
    /** Staff closed the case of a report. */
    causes: { report: ['caseId'] },
  },
  application: {
    filter: 'dimensions',
    push: null,
    digest: null,
    title: null,
    path: pathOfSubject,
    /** Staff of a server accepted or declined an application. */
    causes: { application: ['serverId', 'userId', 'applicationId'] },
  },
  export_done: {
    filter: 'dimensions',
    push: null,
    digest: null,
    title: null,
    path: pathOfSubject,
    /** An export of a server was done or failed. */
    causes: { export: ['exportId'] },
  },
  export_failed: {
    filter: 'dimensions',
    push: null,
    digest: null,
    title: null,
    path: pathOfSubject,
    /** As for those that were done. */
    causes: {},
  },
} as const satisfies Record<string, NotificationRules>;

type Rules = typeof NOTIFICATION_RULES;
type KindsWith<P extends keyof NotificationRules> = {
  [K in keyof Rules]: Rules[K][P] extends null ? never : K;
}[keyof Rules];

/** What an entry of the night log can be about. */
export type NotificationKind = keyof Rules;
/** The kinds that a member can choose to have pushed. */
export type PushedKind = KindsWith<'push'>;
/** The kinds that a member can choose for the digest. */
export type DigestKind = KindsWith<'digest'>;

// Object.keys does not keep the keys in its type.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const NOTIFICATION_KINDS = Object.keys(NOTIFICATION_RULES) as NotificationKind[];
export const PUSHED_KINDS = NOTIFICATION_KINDS.filter(
  (kind): kind is PushedKind => NOTIFICATION_RULES[kind].push !== null,
);
export const DIGEST_KINDS = NOTIFICATION_KINDS.filter(
  (kind): kind is DigestKind => NOTIFICATION_RULES[kind].digest !== null,
);

/**
 * The filters of the night log: those of the kinds, each of which has one, and where rows are that the member put away.
 * Without a filter, the log has all kinds.
 */
export const NOTIFICATION_FILTERS = [
  ...new Set(NOTIFICATION_KINDS.map((kind) => NOTIFICATION_RULES[kind].filter)),
  'reminders',
  'done',
] as const;
export type NotificationFilter = (typeof NOTIFICATION_FILTERS)[number];

/** The settings of a member who never changed them. */
export const NOTIFICATION_DEFAULTS = {
  pushKinds: PUSHED_KINDS.filter((kind) => NOTIFICATION_RULES[kind].push.byDefault),
  timeZone: 'UTC',
  isContentPushed: false,
  digest: 'off',
  digestKinds: DIGEST_KINDS.filter((kind) => NOTIFICATION_RULES[kind].digest.byDefault),
} as const;

type PushField = Rules[PushedKind]['push']['field'];
export type PushFields = Record<PushField, boolean>;

/** Returns a value for each field of the settings that turns the pushes of a kind on or off. */
export const mapPushFields = <T>(valueOf: (kind: PushedKind) => T): Record<PushField, T> =>
  // Object.fromEntries does not keep the keys in its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  Object.fromEntries(
    PUSHED_KINDS.map((kind) => [NOTIFICATION_RULES[kind].push.field, valueOf(kind)]),
  ) as Record<PushField, T>;

/** Returns the fields that say which kinds are pushed. */
export const pushFieldsOf = (kinds: readonly PushedKind[]): PushFields =>
  mapPushFields((kind) => kinds.includes(kind));

/** Returns the path of the page that shows what happened. */
export const notificationPath = ({ kind, ...target }: NotificationTarget): string =>
  NOTIFICATION_RULES[kind].path(target);
