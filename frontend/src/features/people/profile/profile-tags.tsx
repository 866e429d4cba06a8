import '../../../ui/chip.css';
import { Hashtags } from '../../../markdown/hashtags.js';
import { TagLink } from '../../../tags/tag-link.js';
import { Chips } from '../../../ui/chip.js';
import { PROFILE_TEXTS } from './profile.texts.js';

export function ProfileTags({ markdown }: { markdown: string }) {
  return (
    <Hashtags text={markdown}>
      {(tags) =>
        tags.length > 0 && (
          <div className="profile__tags">
            <span className="tiny">{PROFILE_TEXTS.hashtags}</span>
            <Chips>
              {tags.map((tag) => (
                <TagLink key={tag} tag={tag} className="chip" />
              ))}
            </Chips>
          </div>
        )
      }
    </Hashtags>
  );
}
