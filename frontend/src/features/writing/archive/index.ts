export { DeleteArchiveDialog } from './delete-archive-dialog.js';
export { useHiddenArchives, useUpdateArchive } from './profile-archives.queries.js';
