import * as activity from './activity.calls.js';
import * as bans from './bans.calls.js';
import * as blocks from './blocks.calls.js';
import * as bookmarks from './bookmarks.calls.js';
import type { AnyCall } from './call.js';
import * as capsules from './capsules.calls.js';
import * as cases from './cases.calls.js';
import * as channels from './channels.calls.js';
import * as constellation from './constellation.calls.js';
import * as home from './home.calls.js';
import * as invites from './invites.calls.js';
import * as linkDetails from './link-details.calls.js';
import * as members from './members.calls.js';
import * as messages from './messages.calls.js';
import * as notifications from './notifications.calls.js';
import * as posts from './posts.calls.js';
import * as readMarks from './read-marks.calls.js';
import * as replies from './replies.calls.js';
import * as reports from './reports.calls.js';
import * as ripples from './ripples.calls.js';
import * as search from './search.calls.js';
import * as serverAudit from './server-audit.calls.js';
import * as servers from './servers.calls.js';
import * as tagIndex from './tag-index.calls.js';
import * as tagPages from './tag-pages.calls.js';

/** Every declared call. */
export const CALLS: readonly AnyCall[] = [
  activity,
  bans,
  blocks,
  bookmarks,
  capsules,
  cases,
  channels,
  constellation,
  home,
  invites,
  linkDetails,
  members,
  messages,
  notifications,
  posts,
  readMarks,
  replies,
  reports,
  ripples,
  search,
  serverAudit,
  servers,
  tagIndex,
  tagPages,
].flatMap((calls) => Object.values<AnyCall>(calls));
