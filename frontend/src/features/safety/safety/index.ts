export { askToBlock } from './block-dialog.js';
export { MemberMenu, SafetyItems } from './member-menu.js';
export {
  areCounted,
  type HiddenById,
  type Hiding,
  useChangeHiding,
  useHiddenMembers,
} from './safety.queries.js';
export { SAFETY_TEXTS } from './safety.texts.js';
export { PrivacyTab } from './privacy-tab.js';
