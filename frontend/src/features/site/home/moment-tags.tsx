import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TagChips } from '../../../tags/tag-chips.js';
import { tagIndexQuery } from '../../people/tag-index/index.js';
import { MOMENT_TEXTS as TEXTS } from './home.texts.js';

/** Tags for a member without links. Absent until they are known, and if there are none. */
export function MomentTags() {
  const { data } = useQuery(tagIndexQuery);
  if (data === undefined || data.moment.length === 0) return null;
  return (
    <section className="log__moment" aria-labelledby="moment">
      <h2 className="h4" id="moment">
        {TEXTS.title}
      </h2>
      <p className="small muted">{TEXTS.text}</p>
      <TagChips tags={data.moment} label={TEXTS.title} />
      <Link to="/t/{-$tag}" params={{ tag: undefined }} className="small link">
        {TEXTS.all}
      </Link>
    </section>
  );
}
