export { ProfileFrame } from './profile-frame.js';
export { ProfileTags } from './profile-tags.js';
