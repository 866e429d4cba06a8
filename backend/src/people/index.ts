export { PeopleModule } from './people.module.js';
export { ProfileHeads } from './profiles/profile-heads.js';
export { TagHeads } from './tags/tag-heads.js';
