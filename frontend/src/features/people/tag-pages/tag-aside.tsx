import '../../../ui/chip.css';
import { type TagDimensionView, tagFeedPath, type TagPageView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { TagChips } from '../../../tags/tag-chips.js';
import { Sigil } from '../../../ui/sigil.js';
import { SectionHead } from './section-head.js';
import { TAG_PAGE_TEXTS as TEXTS } from './tag-page.texts.js';

function DimensionRow({ dimension }: { dimension: TagDimensionView }) {
  const { id, name, channelCount, memberCount, isMember } = dimension;
  return (
    <li>
      <Sigil id={id} size={48} />
      <div className="grow">
        <p className="tag-page__dimension" dir="auto">
          {name}
        </p>
        <p className="small faint">{TEXTS.dimension(channelCount, memberCount)}</p>
      </div>
      <Link
        to="/dimensions/public"
        search={{ server: id }}
        className="link small muted"
        aria-label={isMember ? TEXTS.enterName(name) : TEXTS.joinName(name)}
      >
        {isMember ? TEXTS.enter : TEXTS.joinDimension}
      </Link>
    </li>
  );
}

export function TagAside({ page: { name, dimensions, together } }: { page: TagPageView }) {
  return (
    <div className="tag-page__side">
      {dimensions.length > 0 && (
        <section aria-labelledby="tag-dimensions">
          <SectionHead id="tag-dimensions" title={TEXTS.dimensions} />
          <ul className="tag-page__dimensions">
            {dimensions.map((dimension) => (
              <DimensionRow key={dimension.id} dimension={dimension} />
            ))}
          </ul>
        </section>
      )}
      {together.length > 0 && (
        <section aria-labelledby="tag-together">
          <SectionHead id="tag-together" title={TEXTS.together} />
          <TagChips tags={together} label={TEXTS.together} />
        </section>
      )}
      <section aria-labelledby="tag-feeds">
        <SectionHead id="tag-feeds" title={TEXTS.elsewhere} />
        <p className="small muted">
          {TEXTS.feeds.before}
          <a className="link" href={tagFeedPath(name, 'atom')}>
            {TEXTS.feeds.atom}
          </a>
          {TEXTS.feeds.or}
          <a className="link" href={tagFeedPath(name, 'json')}>
            {TEXTS.feeds.json}
          </a>
          {TEXTS.feeds.after}
        </p>
      </section>
    </div>
  );
}
