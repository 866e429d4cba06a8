import './archive.css';
import { SORT_ORDERS } from '@oniverse/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../session/session.js';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icons.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { FilterBar, PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { SearchField } from '../../../ui/search-field.js';
import { Select } from '../../../ui/select.js';
import { CapsuleDialog, CapsuleList, useCapsules } from '../capsules/index.js';
import { AccessDenied } from '../../../frame/access-denied.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { type ArchiveFilters, cleanFilters } from './archive-filters.js';
import { isFiltered } from './archive-query.js';
import { ArchivedPosts, ProfileArchives } from './archive-lists.js';
import { ARCHIVE_TEXTS as TEXTS } from './archive.texts.js';
import { useArchiveContents } from './use-archive-contents.js';
import { useTypedSearch } from '../../../ui/use-typed-search.js';

const SORTS = SORT_ORDERS.map((sort) => ({ value: sort, title: TEXTS.sorts[sort] }));
/** The value for all tags; not a valid tag. */
const ALL_TAGS = '*';

const ProfileNavigation = () => (
  <>
    <Link to="/">{TEXTS.profile}</Link>
    <span aria-current="page">{TEXTS.archive}</span>
    <Link to="/album">{TEXTS.album}</Link>
  </>
);

interface FiltersProps {
  filters: ArchiveFilters;
  tags: readonly string[];
  onChange: (change: { [Name in keyof ArchiveFilters]: ArchiveFilters[Name] | undefined }) => void;
}

function Filters({ filters, tags, onChange }: FiltersProps) {
  const { typed, type } = useTypedSearch(filters.q ?? '', (q) => onChange({ q }));
  const { tag } = filters;
  // The selected tag stays visible even if no content has it.
  const shownTags = tag === undefined || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <FilterBar
      label={TEXTS.filters}
      clear={
        isFiltered(filters) && {
          text: TEXTS.clear,
          onClear: () => onChange({ q: undefined, tag: undefined, capsule: undefined }),
        }
      }
    >
      <SearchField label={TEXTS.search} placeholder={TEXTS.searchPlaceholder} value={typed} onChange={type} />
      <Select
        bare
        label={TEXTS.sort}
        options={SORTS}
        value={filters.sort ?? 'newest'}
        onChange={(sort) => onChange({ sort })}
      />
      <Select
        bare
        label={TEXTS.tag}
        options={[
          { value: ALL_TAGS, title: TEXTS.allTags },
          ...shownTags.map((name) => ({ value: name, title: `#${name}` })),
        ]}
        value={tag ?? ALL_TAGS}
        onChange={(chosen) => onChange({ tag: chosen === ALL_TAGS ? undefined : chosen })}
      />
    </FilterBar>
  );
}

function ArchiveContents({ filters }: { filters: ArchiveFilters }) {
  const navigate = useNavigate();
  const { tags, countOf } = useArchiveContents();
  const { data: capsules } = useCapsules();
  const change: FiltersProps['onChange'] = (changed) =>
    void navigate({
      to: '/archive',
      // From the current address: a debounced search may arrive after another filter changed.
      search: (now) => cleanFilters({ ...cleanFilters(now), ...changed }),
      // Searches do not add history entries.
      replace: 'q' in changed,
      resetScroll: false,
    });
  return (
    <>
      <Filters filters={filters} tags={tags} onChange={change} />
      <div className="archive">
        <CapsuleList chosen={filters.capsule} countOf={countOf} onChoose={(capsule) => change({ capsule })} />
        <div>
          <ProfileArchives filters={filters} />
          <ArchivedPosts filters={filters} capsule={capsules?.find(({ id }) => id === filters.capsule)} />
        </div>
      </div>
    </>
  );
}

export function ArchivePage({ filters }: { filters: ArchiveFilters }) {
  usePageTitle(TEXTS.title);
  const { status } = useSession();
  const [isCreating, setCreating] = useState(false);
  return (
    <PageFrame>
      {status === 'anonymous' && <AccessDenied text={TEXTS.denied} />}
      {status === 'loading' && <LoadingFigure text={TEXTS.loading} />}
      {status === 'member' && (
        <>
          <PageHead
            title={TEXTS.title}
            siblings={<ProfileNavigation />}
            actions={
              <Button onClick={() => setCreating(true)}>
                <Icon name="plus" small />
                {TEXTS.newCapsule}
              </Button>
            }
          />
          <ArchiveContents filters={filters} />
        </>
      )}
      {isCreating && <CapsuleDialog onClose={() => setCreating(false)} />}
    </PageFrame>
  );
}
