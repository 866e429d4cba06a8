import { CONVERSATION_LIMITS, type Disappearing, type FirstMessagesFrom } from '@oniverse/contracts';
import type { ReactNode } from 'react';
import { serverNow } from '../../../api/server-clock.js';
import { formatDate, formatDay } from '../../../ui/dates.js';
import { plural } from '../../../ui/plural.js';
import { enumerated, sentence } from '../../../ui/sentence.js';

function day(iso: string): string {
  const date = new Date(iso);
  const isThisYear = date.getFullYear() === new Date(serverNow()).getFullYear();
  return (isThisYear ? formatDay : formatDate)(date);
}

export const DIRECT_TEXTS = {
  title: 'Direct',
  panel: 'Direct messages',
  list: 'Conversations',
  requests: 'requests',
  new: 'New',
  back: 'All conversations',
  loading: 'Loading conversations',
  loadingOne: 'Loading the conversation',
  listFailed: 'Your conversations could not be loaded.',
  oneFailed: 'The conversation could not be loaded',
  more: 'Earlier conversations',
  moreRequests: 'Earlier requests',
  none: 'What you and others write to each other appears here.',
  choose: { title: 'Nothing open.', text: 'Choose a conversation, or start a new one.' },
  missing: { title: 'Conversation not found.', text: 'It does not exist, or you left it.' },
  rules: {
    all: 'Members without a line or a dimension in common with you send a request first.',
    related: 'Only members with a line or a dimension in common with you can write to you first.',
    nobody: 'Nobody can write to you first.',
  } satisfies Record<FirstMessagesFrom, string>,
  changeRule: 'Change',
  separator: ', ',
  line: {
    own: (text: string) => `You: ${text}`,
    by: (name: string, text: string) => `${name}: ${text}`,
    none: 'No messages yet.',
  },
  unread: (count: number) => plural(count, 'unread message'),
  unreadInThreads: (count: number) => `${plural(count, 'unread message')} in threads`,
  inConversation: (name: string) => `, in ${name}`,
  messages: (name: string) => `Messages with ${name}`,
  conversation: (name: string) => `Conversation with ${name}`,
  request: (name: string) => `Request from ${name}`,
  about: (name: string) => `About ${name}`,
  write: (name: string) => `Write to ${name}`,
  actions: 'Actions for the conversation',
  you: 'You',
  since: (others: readonly ReactNode[], iso: string) =>
    sentence`${enumerated(['You', ...others])} have written here since ${day(iso)}.`,
  begin: (others: readonly ReactNode[]) => sentence`Here you write to ${enumerated(others)}.`,
  seen: 'Seen',
  seenBy: (readers: readonly ReactNode[]) => sentence`Seen by ${enumerated(readers)}`,
  disappearing: {
    title: 'Messages disappear',
    choices: { never: 'Never', day: '1 day', week: '7 days', month: '30 days' } satisfies Record<
      Disappearing,
      string
    >,
    says: {
      never: 'New messages stay.',
      day: 'New messages disappear after a day.',
      week: 'New messages disappear after 7 days.',
      month: 'New messages disappear after 30 days.',
    } satisfies Record<Disappearing, string>,
    forBoth: 'Applies to new messages, for both of you.',
    forAll: 'Applies to new messages, for everyone here.',
    byStarter: 'The member who started the group decides.',
    failed: 'The change could not be saved',
  },
  closed: 'Nobody can write in this conversation now.',
  waiting: (name: string) =>
    `You can send up to ${CONVERSATION_LIMITS.requested} messages until ${name} accepts. Files can follow after that.`,
  incoming: {
    note: 'Message request',
    title: (name: string) => `${name} would like to write to you`,
    text: (name: string) =>
      `${name} can send up to ${CONVERSATION_LIMITS.requested} messages until you accept.`,
    accept: 'Accept',
    accepting: 'Accepting...',
    decline: 'Decline',
    declining: 'Declining...',
    report: 'Block and report',
    silent: (name: string) => `${name} does not learn that you have read this. Declining is silent.`,
    thing: 'this request',
  },
  aside: {
    common: 'In common',
    members: 'Members',
    report: 'Report',
    leave: 'Leave',
    mute: 'Mute',
    unmute: 'Unmute',
  },
  menu: { profile: 'Profile', add: 'Add a member', rename: 'Rename', leave: 'Leave' },
  leaving: {
    title: 'Leave the conversation?',
    text: 'It disappears from your list. Others keep what was written.',
    confirm: 'Leave',
    pending: 'Leaving...',
  },
  starting: {
    title: 'New conversation',
    text: 'One member for a conversation of two, more for a group.',
    name: 'Name of the group',
    optional: 'optional',
    discard: 'Cancel',
    confirm: 'Start',
    pending: 'Starting...',
  },
  adding: {
    title: 'Add a member',
    text: 'The new member can read everything that was written here.',
    discard: 'Cancel',
    confirm: 'Add',
    pending: 'Adding...',
  },
  renaming: {
    title: 'Rename the conversation',
    label: 'Name',
    hint: 'Without a name, it shows its members.',
    discard: 'Cancel',
    confirm: 'Rename',
    pending: 'Renaming...',
  },
  failed: {
    accept: 'The request could not be accepted',
    decline: 'The request could not be declined',
    leave: 'You could not leave the conversation',
  },
} as const;
