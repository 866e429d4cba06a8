export { addTagToDraft } from './post-draft.js';
