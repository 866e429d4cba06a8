import '../../ui/chip.css';
import { hashtagsOf } from '@oniverse/contracts';
import { useMemo } from 'react';
import { TagLink } from '../../tags/tag-link.js';
import { Chips } from '../../ui/chip.js';
import { PROFILE_TEXTS } from './profile.texts.js';

export function ProfileTags({ markdown }: { markdown: string }) {
  const tags = useMemo(() => hashtagsOf(markdown), [markdown]);
  if (tags.length === 0) return null;
  return (
    <div className="prof__tags">
      <span className="mic">{PROFILE_TEXTS.hashtags}</span>
      <Chips>
        {tags.map((tag) => (
          <TagLink key={tag} tag={tag} className="chip" />
        ))}
      </Chips>
    </div>
  );
}
