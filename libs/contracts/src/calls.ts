import * as accountLinks from './account-links.calls.js';
import * as accountSecurity from './account-security.calls.js';
import * as accounts from './accounts.calls.js';
import * as activity from './activity.calls.js';
import * as albumTags from './album-tags.calls.js';
import * as avatars from './avatars.calls.js';
import * as bans from './bans.calls.js';
import * as blocks from './blocks.calls.js';
import * as boards from './boards.calls.js';
import * as bookmarks from './bookmarks.calls.js';
import type { AnyCall } from './call.js';
import * as capsules from './capsules.calls.js';
import * as cases from './cases.calls.js';
import * as channels from './channels.calls.js';
import * as constellation from './constellation.calls.js';
import * as emails from './emails.calls.js';
import * as erasure from './erasure.calls.js';
import * as exports from './exports.calls.js';
import * as factors from './factors.calls.js';
import * as home from './home.calls.js';
import * as images from './images.calls.js';
import * as invites from './invites.calls.js';
import * as linkDetails from './link-details.calls.js';
import * as logOut from './log-out.calls.js';
import * as mail from './mail.calls.js';
import * as members from './members.calls.js';
import * as messages from './messages.calls.js';
import * as notifications from './notifications.calls.js';
import * as passwordResets from './password-resets.calls.js';
import * as posts from './posts.calls.js';
import * as profileArchives from './profile-archives.calls.js';
import * as profiles from './profiles.calls.js';
import * as readMarks from './read-marks.calls.js';
import * as reactions from './reactions.calls.js';
import * as reauthentication from './reauthentication.calls.js';
import * as replies from './replies.calls.js';
import * as reports from './reports.calls.js';
import * as ripples from './ripples.calls.js';
import * as search from './search.calls.js';
import * as serverAudit from './server-audit.calls.js';
import * as servers from './servers.calls.js';
import * as sessions from './sessions.calls.js';
import * as signIns from './sign-ins.calls.js';
import * as tagIndex from './tag-index.calls.js';
import * as tagPages from './tag-pages.calls.js';
import * as tags from './tags.calls.js';
import * as threads from './threads.calls.js';
import * as uploads from './uploads.calls.js';
import * as waitlist from './waitlist.calls.js';

/** Every declared call. */
export const CALLS: readonly AnyCall[] = [
  accountLinks,
  accountSecurity,
  accounts,
  activity,
  albumTags,
  avatars,
  bans,
  blocks,
  boards,
  bookmarks,
  capsules,
  cases,
  channels,
  constellation,
  emails,
  erasure,
  exports,
  factors,
  home,
  images,
  invites,
  linkDetails,
  logOut,
  mail,
  members,
  messages,
  notifications,
  passwordResets,
  posts,
  profileArchives,
  profiles,
  readMarks,
  reactions,
  reauthentication,
  replies,
  reports,
  ripples,
  search,
  serverAudit,
  servers,
  sessions,
  signIns,
  tagIndex,
  tagPages,
  tags,
  threads,
  uploads,
  waitlist,
].flatMap((calls) => Object.values<AnyCall>(calls));
