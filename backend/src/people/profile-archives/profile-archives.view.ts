import type { ProfileArchiveView } from '@oniverse/contracts';
import type { ProfileArchive } from '@oniverse/data';

export function profileArchiveView(archive: ProfileArchive): ProfileArchiveView {
  return {
    id: archive.id,
    userId: archive.userId,
    capsuleId: archive.capsuleId,
    title: archive.title,
    markdownContent: archive.markdownContent,
    tags: archive.tags,
    isHidden: archive.isHidden,
    isShownPublicly: archive.isShownPublicly,
    createdAt: archive.createdAt.toISOString(),
  };
}
