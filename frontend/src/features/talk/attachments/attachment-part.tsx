import { AttachmentTray, type AttachmentTrayProps } from './attachment-tray.js';
import { MessageFileList, type MessageFileListProps } from './message-file-list.js';

/** What loads with the first file of a page, as one chunk: the tray of a field, or the files of a message. */
export default function AttachmentPart(props: AttachmentTrayProps | MessageFileListProps) {
  return 'talk' in props ? <AttachmentTray {...props} /> : <MessageFileList {...props} />;
}
