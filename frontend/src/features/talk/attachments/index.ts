export { AddFilesButton } from './add-files-button.js';
export { ATTACHMENT_TEXTS } from './attachments.texts.js';
export { useFilesInUse } from './in-use.store.js';
export { AttachedFiles } from './attached-files.js';
export { sendWithFiles } from './send-tray.js';
export { TraySlot } from './tray-slot.js';
export { disarm, returnFiles } from './tray.store.js';
export { useTray } from './use-tray.js';
