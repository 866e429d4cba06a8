export { AccessService, type Concealment } from './access/access.service.js';
export {
  authenticatedUntil,
  FreshSession,
  OptionalSession,
  requireFresh,
  type SessionRequest,
  unauthorized,
} from './access/current-session.js';
export { Handles, type Received } from './access/handles.js';
export {
  type Admission,
  deviceOf,
  type NewSession,
  type Origin,
  type SessionContext,
  type StaffSession,
} from './access/session.js';
export { StaleReadInterceptor } from './access/stale-read.interceptor.js';
export { isReadersRoom, readersRoomOf, readersRoomsOf } from './access/readers-rooms.js';
export {
  requirePermission,
  rolesWith,
  channelStandingColumns,
  standingColumns,
  standingOf,
  type StandingRow,
} from './access/standing.js';
export {
  concealedFrom,
  memberSeenBy,
  pictureReadableBy,
  POST_READABLE_BY_VISITORS,
  postReadableBy,
  shownReplyTo,
} from './access/visibility.js';
export { attachmentGone, AttachmentsService } from './attachments/attachments.service.js';
export type { Sending } from './attachments/sending.js';
export { type MemberChange, MemberChanges, retryDeadlocks, type Tagged } from './changes/member-changes.js';
export { Quotas } from './changes/quotas.js';
export { API_LIMIT, countWriting, LimitedTo, SelfLimited } from './limits/call-limits.js';
export { copiedText, Copies } from './new-accounts/copies.js';
export { type KnownMember, NewAccounts, newcomerColumn } from './new-accounts/new-accounts.js';
export { ConcurrencyLimit, Turns } from './limits/turns.js';
export { SerialTasks } from './limits/serial-tasks.js';
export { hashOfToken, newToken } from './objects/object-address.js';
export { ObjectPasses } from './objects/object-passes.js';
export { ObjectReader, type OpenedObject } from './objects/object-reader.js';
export { UNRENDERED } from './objects/served-object.js';
export { ObjectsService } from './objects/objects.service.js';
export { OwnOrigins } from './objects/own-origins.decorator.js';
export {
  authorColumns,
  type AuthoredImageRow,
  authoredImageView,
  type AuthorRow,
  authorView,
  optionalAuthorColumns,
  type OptionalAuthorRow,
  optionalAuthorView,
  type PrefixedAuthorRow,
  prefixedAuthorView,
} from './queries/author.js';
export { type CarrierRow, hasChanged, withoutHiddenTags } from './queries/hidden-tags.js';
export { html, type Html, prose } from './queries/html.js';
export { isoTime, likePattern, LIST_ORDER, NEXT_UPDATED_AT, requireRow } from './queries/rows.js';
export { MaintenanceService } from './settings/maintenance.service.js';
export { SiteSettingsService } from './settings/site-settings.service.js';
export { SharedModule } from './shared.module.js';
export { StaleReads } from './stale-reads/stale-reads.js';
