import { type CurrentUser, mapProfileTexts, USER_DEFAULTS } from '@oniverse/contracts';

/** Seeds the specimen's figures. */
export const MEMBER = '0190c0de-0000-7000-8000-000000000001';

/** A dark disc before a corona. */
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="336" height="336" viewBox="0 0 336 336">
<radialGradient id="g"><stop offset=".42" stop-color="#fff3d8"/><stop offset=".6" stop-color="#c98a3d"/><stop offset=".85" stop-color="#17322f"/><stop offset="1" stop-color="#05080a"/></radialGradient>
<rect width="336" height="336" fill="#05080a"/><circle cx="168" cy="168" r="168" fill="url(#g)"/><circle cx="172" cy="168" r="92" fill="#040609"/><circle cx="104" cy="226" r="13" fill="#fff8e6"/></svg>`;

export const PICTURE = `data:image/svg+xml,${encodeURIComponent(SVG)}`;

const SINCE = '2026-11-20T21:14:00.000Z';

/** The member whose pages are shown. */
export const READER: CurrentUser = {
  ...mapProfileTexts(() => null),
  id: MEMBER,
  username: 'vesper',
  displayName: 'Vesper Lund',
  email: 'vesper@example.org',
  emailVerifiedAt: null,
  userBadges: [],
  profileImageUrl: null,
  isPublic: true,
  isVisibleToVisitors: false,
  hasFeed: true,
  showsLinkPreviews: true,
  showsSeenMarks: false,
  firstMessagesFrom: 'all',
  staffRole: null,
  profileLinks: [],
  createdAt: SINCE,
  updatedAt: SINCE,
  ...USER_DEFAULTS,
};
