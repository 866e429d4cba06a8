export * from './account/account-activity.js';
export * from './account/account-links.js';
export {
  CREDENTIAL_MESSAGES,
  PASSWORD_AUTOFILL_RULES,
  USERNAME_PATTERN,
  WAITLIST_RULES,
} from './account/account-rules.js';
export * from './account/account-security.js';
export * from './account/accounts.calls.js';
export * from './account/accounts.js';
export * from './account/current-user.js';
export * from './account/device-name.js';
export * from './account/emails.js';
export * from './account/exports.js';
export * from './account/factors.js';
export * from './account/password-resets.js';
export * from './account/reauthentication.js';
export * from './account/sessions.js';
export * from './account/sign-ins.js';
export * from './account/waitlist-body.js';
export * from './account/waitlist.js';
export * from './album/album-tags.js';
export * from './album/images.js';
export * from './album/boards.js';
export * from './album/objects.js';
export * from './people/activity.js';
export * from './people/avatars.js';
export * from './people/constellation.js';
export * from './people/link-details.js';
export * from './people/profile-archives.js';
export * from './people/profile-texts.js';
export * from './people/profiles.js';
export * from './people/tag-index.js';
export * from './people/tag-pages.js';
export * from './people/tags.js';
export * from './people/themes.js';
export * from './safety/blocks.js';
export * from './safety/cases.js';
export * from './safety/erasure.js';
export * from './safety/report-kinds.js';
export * from './safety/reports.js';
export { ADDRESS_END, withoutSentenceEnd } from './shared/addresses.js';
export { isBlank } from './shared/text.js';
export * from './shared/call.js';
export * from './shared/emoji.js';
export { firstViolation, type FieldRules, OPTIONAL, readField } from './shared/field-rules.js';
export { foldCase, foldCode, searchForm } from './shared/folding.js';
export * from './shared/hashtags.js';
export { isRecord } from './shared/is-record.js';
export * from './shared/limits.js';
export * from './shared/lists.js';
export * from './shared/live-events.js';
export {
  LIVE_REQUESTS,
  type LiveRequest,
  type ProblemAck,
  problemAckSchema,
} from './shared/live-requests.js';
export * from './shared/live.js';
export * from './shared/mentions.js';
export * from './shared/ok.js';
export * from './shared/page-queries.js';
export * from './shared/paths.js';
export { isPhraseParams, type Phrase, type PhraseParams, type Sentence } from './shared/phrases.js';
export type { ProblemBody } from './shared/problem-body.js';
export * from './shared/problems.js';
export * from './shared/product.js';
export * from './shared/request-fields.js';
export * from './shared/request-limits.js';
export { TEXT_MESSAGES } from './shared/rules.js';
export * as schema from './shared/schema.js';
export type { Documented, JsonSchema, Schema, TypeOf } from './shared/schema.js';
export * from './shared/text.js';
export * from './shared/views.js';
export * from './shared/wording.js';
export * from './site/home.js';
export * from './site/mail.js';
export * from './site/search.js';
export * from './talk/attention.js';
export * from './talk/bans.js';
export * from './talk/channels.js';
export * from './talk/drafts.js';
export * from './talk/invites.js';
export * from './talk/members.js';
export { messagePath, type MessagePlace } from './talk/message-path.js';
export * from './talk/message-text.js';
export * from './talk/messages.calls.js';
export * from './talk/messages.js';
export * from './talk/notification-kinds.js';
export * from './talk/notification-state.js';
export * from './talk/notifications.calls.js';
export * from './talk/notifications.js';
export * from './talk/permissions.js';
export * from './talk/reactions.calls.js';
export * from './talk/reactions.js';
export * from './talk/read-marks.js';
export * from './talk/server-audit.js';
export * from './talk/servers.js';
export * from './talk/thread-summary.js';
export * from './talk/threads.js';
export * from './talk/time-outs.js';
export * from './writing/bookmarks.js';
export * from './writing/capsules.js';
export * from './writing/feeds.js';
export * from './writing/posts.calls.js';
export * from './writing/posts.js';
export * from './writing/replies.js';
export * from './writing/ripples.js';
