import {
  type Digest,
  type DigestKind,
  NOTIFICATION_DAYS,
  NOTIFICATION_GROUP,
  type NotificationKind,
  type PushedKind,
} from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { plural } from '../../../ui/plural.js';
import { sentence } from '../../../ui/sentence.js';

export const NIGHT_TEXTS = {
  title: 'Night log',
  ring: 'Night log',
  ringUnread: 'Night log, new entries',
  markAll: 'Mark all read',
  open: 'Open the night log',
  quietFrom: (time: string) => `quiet from ${time}`,
  unread: 'Unread',
  loading: 'reading the log...',
  failed: 'The night log did not load.',
  retry: 'Try again',
  more: 'Older entries',
  empty: 'Nothing yet',
  emptyText:
    'When someone mentions you, replies, sends a ripple or shares a tag with you, it is written here.',
  end: `End of the log. Entries are kept for ${NOTIFICATION_DAYS} days.`,
  today: 'Today',
  /** What the settings call the kinds. */
  settings: {
    mention: 'Mentions',
    reply: 'Replies',
    ripple: 'Ripples',
    link: 'New lines',
    invite: 'Invites',
    message: 'Messages',
    direct: 'Conversations',
  } satisfies Record<PushedKind | DigestKind, string>,
  kinds: {
    mention: 'mention',
    reply: 'reply',
    ripple: 'ripple',
    link: 'new line',
    invite: 'invite',
    message: 'message',
    direct: 'conversation',
    report: 'staff note',
    application: 'application',
    export_done: 'export',
    export_failed: 'export',
  } satisfies Record<NotificationKind, string>,
  others: (count: number) => (count >= NOTIFICATION_GROUP - 3 ? 'many others' : plural(count, 'other')),
  you: 'you',
  conversation: 'a conversation',
  mentioned: (who: ReactNode, place: ReactNode) => sentence`${who} mentioned you in ${place}`,
  mentionedInReply: (who: ReactNode, post: ReactNode) => sentence`${who} mentioned you in a reply to ${post}`,
  repliedToPost: (who: ReactNode, post: ReactNode) => sentence`${who} replied to your post ${post}`,
  repliedToYou: (who: ReactNode, post: ReactNode) => sentence`${who} replied to you on ${post}`,
  repliedToMessage: (who: ReactNode, place: ReactNode) => sentence`${who} replied to you in ${place}`,
  rippled: (who: ReactNode, post: ReactNode) => sentence`${who} sent a ripple to ${post}`,
  onlyYou: 'Only you can see who.',
  linked: (who: ReactNode) => sentence`New lines: you and ${who}`,
  linkedBy: (tags: ReactNode, who: ReactNode) => sentence`You now share ${tags} with ${who}`,
  wrote: (who: ReactNode, place: ReactNode) => sentence`${who} wrote in ${place}`,
  joined: (who: ReactNode, place: ReactNode) => sentence`${who} joined ${place} with your invite`,
  reportClosed: (thing: ReactNode) => sentence`The staff closed your report about ${thing}`,
  applicationDecided: (place: ReactNode) => sentence`The staff of ${place} decided about your application`,
  exportDone: (place: ReactNode) => sentence`Your export of ${place} is ready to download`,
  exportFailed: (place: ReactNode) => sentence`Your export of ${place} failed`,
  reminderOf: (moment: string) => `Your reminder. It happened on ${moment}.`,
  reportThanks: 'Thank you for reporting it.',
  deleted: 'deleted by its author',
} as const;

export const QUIET_TEXTS = {
  title: 'Quiet hours',
  toggle: 'Keep quiet at night',
  from: 'From',
  until: 'Until',
  dial: (from: string, until: string) => `Quiet hours from ${from} to ${until}`,
  dialOff: 'No quiet hours',
  hint: (from: string, until: string) =>
    `${from} to ${until}, your time. Entries still arrive in the log; nothing is pushed.`,
  off: 'Entries are pushed at any hour.',
} as const;

export const NOTIFICATION_SETTING_TEXTS = {
  title: 'How you hear of it',
  push: 'push',
  mail: 'mail',
  pushKind: (kind: string) => `Push ${kind.toLowerCase()}`,
  log: 'The log always has everything. Messages are those of channels and dimensions of which you hear all.',
  start: 'Push to this device',
  stop: 'Stop pushing to this device',
  starting: 'asking...',
  hint: 'Your browser asks for permission. Pushes end when you sign out.',
  content: 'Say who did what',
  contentHint: 'Otherwise a push only says that there is something new.',
  unsupported: 'This browser cannot receive pushes.',
  denied: 'Your browser blocks notifications from this site. Allow them in its settings, then try again.',
  notSetUp: 'This site does not send pushes.',
  failed: 'Pushes could not be started. Try again in a moment.',
} as const;

export const DIGEST_TEXTS = {
  title: 'Digest by mail',
  intervals: { off: 'Off', daily: 'Daily', weekly: 'Weekly' } satisfies Record<Digest, string>,
  hints: {
    off: 'No mail. Turn it on to choose what it contains.',
    daily: 'One mail a day with what is still unread.',
    weekly: 'One mail a week with what is still unread.',
  } satisfies Record<Digest, string>,
  nothing: 'Nothing is ticked under “mail”, so no mail is sent.',
  kind: (kind: string) => `Mail ${kind.toLowerCase()}`,
  noMail: 'This site cannot send mail, so there is no digest.',
  unverified: 'The digest goes to your verified address.',
  verify: 'Verify your address',
} as const;
