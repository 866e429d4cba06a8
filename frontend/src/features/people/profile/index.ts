export { ProfileFrame } from './profile-frame.js';
export { ProfileTags } from './profile-tags.js';
export { readProfileDraft } from './use-save-profile.js';
export { useArchiveProfile } from './use-archive-profile.js';
export { useSaveProfile } from './use-save-profile.js';
