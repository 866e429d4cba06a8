export { DeleteArchiveDialog } from './delete-archive-dialog.js';
export { refreshArchives, useHiddenArchives, useUpdateArchive } from './profile-archives.queries.js';
