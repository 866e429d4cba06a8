export { AddFilesButton } from './add-files-button.js';
export { ATTACHMENT_TEXTS } from './attachments.texts.js';
export { AttachedFiles } from './attached-files.js';
export { useFilesInUse } from './in-use.store.js';
export { TraySlot } from './tray-slot.js';
export {
  discardTray,
  closeTray,
  findTray,
  hasTooMany,
  isStopped,
  readyFiles,
  readyRefs,
  rebaseTray,
  recheckFiles,
  releaseFiles,
  returnFiles,
  setTrays,
  tooMany,
  type Tray,
  trayKey,
  type TrayPlace,
  type Trays,
  updateTray,
  useIsTrayChanged,
  useTrayFiles,
  useTrayProblem,
  useTrays,
} from './tray.store.js';
export { useTray } from './use-tray.js';
