import type { RegistrationMode } from '../account/registration.js';
import type { AnnouncementView } from '../site/announcements.js';
import type { AnnouncementBody, ListedAnnouncement } from './announcements.js';
import type { ListedRegistrationInvite, RegistrationInvite } from './registration.js';
import type { MemberRecord } from './staff-members.js';
import type { StaffMemberView } from './staff-member-facts.js';
import type { StorageLimitBody, StorageUsage } from './storage.js';
import type { WaitlistEntryView } from './waitlist-entries.js';

export interface OperationPage {
  limit: number;
  cursor?: string | undefined;
  q?: string | undefined;
}

export interface OperationItems<T> {
  items: readonly T[];
  /** Null on the last page. */
  nextCursor: string | null;
}

interface OfMember {
  userId: string;
}

/** What the commands of operators ask of the code of the backend: the input and the answer of each. */
export interface Operations {
  'members.list': [input: OperationPage, answer: OperationItems<StaffMemberView>];
  'members.show': [input: OfMember, answer: MemberRecord];
  'members.erase': [input: OfMember, answer: null];
  /** Answers an address for one download. */
  'members.export': [input: OfMember, answer: { url: string; expiresAt: string }];
  'storage.list': [input: OperationPage, answer: OperationItems<StorageUsage>];
  'storage.limit': [input: OfMember & { limits: StorageLimitBody }, answer: StorageUsage];
  'servers.transfer': [input: OfMember & { serverId: string }, answer: null];
  'servers.delete': [input: { serverId: string }, answer: null];
  'waitlist.list': [input: OperationPage, answer: OperationItems<WaitlistEntryView>];
  'waitlist.invite': [input: { entryId: string }, answer: RegistrationInvite];
  'registration.get': [input: null, answer: { mode: RegistrationMode }];
  'registration.set': [input: { mode: RegistrationMode }, answer: { mode: RegistrationMode }];
  'registration.invite': [input: null, answer: RegistrationInvite];
  'registration.invites': [input: OperationPage, answer: OperationItems<ListedRegistrationInvite>];
  'announcements.list': [input: OperationPage, answer: OperationItems<ListedAnnouncement>];
  'announcements.create': [input: AnnouncementBody, answer: AnnouncementView];
  'announcements.delete': [input: { id: string }, answer: null];
  /** Erases accounts again that a restore brought back, and answers how many. */
  'erasures.repeat': [input: { since: string }, answer: number];
}
export type OperationName = keyof Operations;

/** The answer to a line of the process that runs operations. */
export type OperationResult<K extends OperationName> =
  | { answer: Operations[K][1] }
  | { error: { code: string; message: string } };
