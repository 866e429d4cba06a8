import '../../ui/chip.css';
import { hashtagsOf } from '@oniverse/contracts';
import { useMemo } from 'react';
import { TagLink } from '../../tags/tag-link.js';
import { Chip, Chips } from '../../ui/chip.js';
import { PROFILE_TEXTS } from './profile.texts.js';

function ProfileTag({ tag, isLink }: { tag: string; isLink: boolean }) {
  return isLink ? <TagLink tag={tag} kind="posts" className="chip" /> : <Chip>#{tag}</Chip>;
}

/** @param isLink links each tag to its posts, which only members can see */
export function ProfileTags({ markdown, isLink }: { markdown: string; isLink: boolean }) {
  const tags = useMemo(() => hashtagsOf(markdown), [markdown]);
  if (tags.length === 0) return null;
  return (
    <div className="prof__tags">
      <span className="mic">{PROFILE_TEXTS.hashtags}</span>
      <Chips>
        {tags.map((tag) => (
          <ProfileTag key={tag} tag={tag} isLink={isLink} />
        ))}
      </Chips>
    </div>
  );
}
