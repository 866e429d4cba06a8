import { hashtagsOf } from '@oniverse/contracts';
import { useMemo } from 'react';
import { Chip, Chips } from '../../ui/chip.js';
import { PROFILE_TEXTS } from './profile.texts.js';

/** The hashtags of a page, as badges under it; nothing where it has none. */
export function ProfileTags({ markdown }: { markdown: string }) {
  const tags = useMemo(() => hashtagsOf(markdown), [markdown]);
  if (tags.length === 0) return null;
  return (
    <div className="prof__tags">
      <span className="mic">{PROFILE_TEXTS.hashtags}</span>
      <Chips>
        {tags.map((tag) => (
          <Chip key={tag}>#{tag}</Chip>
        ))}
      </Chips>
    </div>
  );
}
