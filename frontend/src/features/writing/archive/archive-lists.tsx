import type { CapsuleView } from '@oniverse/contracts';
import { EmptyState } from '../../../ui/empty-state.js';
import { useCapsules } from '../capsules/index.js';
import { PostCard, PostMenu, useFocusAfterRemoval, usePostActions } from '../posts/index.js';
import { ArchiveCard } from './archive-card.js';
import type { ArchiveFilters } from './archive-filters.js';
import { isFiltered, queryParamsOf } from './archive-query.js';
import { ARCHIVE_TEXTS } from './archive.texts.js';
import { ArchiveSection } from './archive-section.js';
import { useVisibleArchives } from './profile-archives.queries.js';
import { useArchivedPosts } from './use-archive-contents.js';

const CAPSULE = [
  { x: 52, y: 34, r: 2.4 },
  { x: 108, y: 34, r: 1.8 },
  { x: 126, y: 54, r: 2.6 },
  { x: 108, y: 74, r: 1.8 },
  { x: 52, y: 74, r: 2.4 },
  { x: 34, y: 54, r: 1.8 },
] as const;
const CAPSULE_LINES = [
  [0, 1],
  [1, 2],
  [2, 3],
  [3, 4],
  [4, 5],
  [5, 0],
] as const;

export function ProfileArchives({ filters }: { filters: ArchiveFilters }) {
  const { archives, ...query } = useVisibleArchives({
    ...queryParamsOf(filters),
    ...(filters.capsule !== undefined && { capsuleId: filters.capsule }),
  });
  const { data: capsules } = useCapsules();
  const nameOf = (id: string | null) => capsules?.find((capsule) => capsule.id === id)?.name;
  return (
    <ArchiveSection
      title={ARCHIVE_TEXTS.archives.title}
      texts={ARCHIVE_TEXTS.archives}
      shown={archives?.length}
      isFiltered={isFiltered(filters)}
      empty={<EmptyState {...ARCHIVE_TEXTS.archives.empty} stars={CAPSULE} dotted={CAPSULE_LINES} />}
      query={query}
    >
      {archives?.map((archive) => (
        <ArchiveCard key={archive.id} archive={archive} capsule={nameOf(archive.capsuleId)} />
      ))}
    </ArchiveSection>
  );
}

interface ArchivedPostsProps {
  filters: ArchiveFilters;
  capsule: CapsuleView | undefined;
}

export function ArchivedPosts({ filters, capsule }: ArchivedPostsProps) {
  const { posts, ...query } = useArchivedPosts(filters, capsule);
  const { toggleVisibility, toggleArchived, isPending } = usePostActions();
  const list = useFocusAfterRemoval(posts ?? []);
  return (
    <ArchiveSection
      title={ARCHIVE_TEXTS.posts.title}
      texts={ARCHIVE_TEXTS.posts}
      shown={posts?.length}
      isFiltered={isFiltered(filters)}
      empty={<p className="faint">{ARCHIVE_TEXTS.posts.none}</p>}
      query={query}
    >
      <ol className="archive-posts" ref={list}>
        {posts?.map((post) => (
          <li key={post.id} tabIndex={-1} data-post={post.id}>
            <PostCard
              post={post}
              pending={isPending(post)}
              onVisibility={() => toggleVisibility(post)}
              onArchive={() => toggleArchived(post)}
              menu={<PostMenu post={post} />}
            />
          </li>
        ))}
      </ol>
    </ArchiveSection>
  );
}
