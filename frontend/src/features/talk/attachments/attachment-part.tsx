import { AttachmentTray, type AttachmentTrayProps } from './attachment-tray.js';
import { AttachedFileList, type AttachedFileListProps } from './attached-file-list.js';

/** What loads with the first file of a page, as one chunk: the tray of a field, or the files of what is shown. */
export default function AttachmentPart(props: AttachmentTrayProps | AttachedFileListProps) {
  return 'place' in props ? <AttachmentTray {...props} /> : <AttachedFileList {...props} />;
}
