import './then-and-now.css';
import { getShownSnapshot, type PublicProfile } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { queryOf } from '../../../api/calls.js';
import { Icon } from '../../../ui/icons.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { LinkedMarkdown } from '../member-card/index.js';
import { PUBLIC_PROFILE_TEXTS } from './public-profile.texts.js';

const TEXTS = PUBLIC_PROFILE_TEXTS.thenAndNow;

function BothTexts({ profile }: { profile: PublicProfile }) {
  const { id, username, profileMarkdown } = profile;
  // The member may have taken it away since.
  const { data: then, isPending } = useQuery(queryOf(getShownSnapshot, { username }, 0));
  if (isPending) return <SkeletonLines text={TEXTS.loading} count={4} />;
  if (!then) return <p className="small muted">{TEXTS.gone}</p>;
  return (
    <div className="then__columns">
      <section aria-label={TEXTS.earlier}>
        <p className="tiny">{TEXTS.on(Date.parse(then.createdAt))}</p>
        <LinkedMarkdown text={then.markdownContent} authorId={id} firstHeading={3} />
      </section>
      <section aria-label={TEXTS.now}>
        <p className="tiny">{TEXTS.now}</p>
        <LinkedMarkdown text={profileMarkdown} authorId={id} firstHeading={3} />
      </section>
    </div>
  );
}

interface ThenAndNowProps {
  profile: PublicProfile;
  thenAt: string;
}

/** The text that the member chose to show beside the present one. */
export function ThenAndNow({ profile, thenAt }: ThenAndNowProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="then" aria-labelledby={id}>
      <button type="button" className="then__button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name={open ? 'up' : 'down'} small />
        <span className="h4" id={id}>
          {TEXTS.title}
        </span>
        <time className="tiny" dateTime={thenAt}>
          {TEXTS.on(Date.parse(thenAt))}
        </time>
      </button>
      {open && <BothTexts profile={profile} />}
    </section>
  );
}
