export { MemberPicker } from './member-picker.js';
export { WriteButton } from './write-button.js';
export { useStartConversation } from './write.queries.js';
