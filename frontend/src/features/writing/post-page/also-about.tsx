import '../../../ui/klist.css';
import { type AlsoAbout as AlsoAboutView, getAlsoAbout, picturePath, postPath } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryOf } from '../../../api/calls.js';
import { TagLink } from '../../../tags/tag-link.js';
import { KindIcon } from '../../../ui/kind-icon.js';
import { MemberNames } from '../../../ui/member-names.js';
import { Window } from '../../../ui/window.js';
import { MemberLink } from '../../people/member-card/index.js';
import { POST_PAGE_TEXTS } from './post-page.texts.js';

const TEXTS = POST_PAGE_TEXTS.also;
const FRESH_MS = 60_000;

export const alsoAboutQuery = (id: string) => queryOf(getAlsoAbout, { id }, FRESH_MS);

const pageOf = ({ kind, id, author: { username } }: AlsoAboutView['items'][number], tag: string): string =>
  kind === 'post' ? postPath(username, id) : picturePath(username, id, { tag });

/** What else has a tag of the post. Absent without such a thing, and if it cannot be loaded. */
export function AlsoAbout({ postId }: { postId: string }) {
  const { data } = useQuery(alsoAboutQuery(postId));
  if (!data || data.tag === null) return null;
  const { tag, items } = data;
  return (
    <Window title={TEXTS.title(tag)}>
      <ul className="short-list" aria-label={TEXTS.title(tag)}>
        {items.map((item) => (
          <li key={item.id}>
            <KindIcon kind={item.kind} />
            <Link to={pageOf(item, tag)} dir="auto">
              {item.title ?? TEXTS.untitled}
            </Link>
            <span className="tiny">
              <MemberLink username={item.author.username}>
                <MemberNames member={item.author} />
              </MemberLink>
            </span>
          </li>
        ))}
      </ul>
      <p className="small post-page__all">
        <TagLink tag={tag} className="link muted" text={TEXTS.all(tag)} />
      </p>
    </Window>
  );
}
