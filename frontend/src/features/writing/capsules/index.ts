export { CapsuleDialog } from './capsule-dialog.js';
export { CapsuleList } from './capsule-list.js';
export { CapsuleSelect } from './capsule-select.js';
export { useCapsules } from './capsules.queries.js';
