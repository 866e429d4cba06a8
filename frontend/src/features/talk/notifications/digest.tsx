import { type DigestKind, DIGESTS, type NotificationSettingsView } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { Segmented } from '../../../ui/segmented.js';
import type { useChangeSettings } from './notifications.queries.js';
import { DIGEST_TEXTS as TEXTS, NIGHT_TEXTS } from './notifications.texts.js';

interface DigestTickProps {
  settings: NotificationSettingsView;
  kind: DigestKind;
  onChange: (change: { digestKinds: DigestKind[] }) => void;
}

/** Whether the digest has entries of a kind. */
export function DigestTick({ settings, kind, onChange }: DigestTickProps) {
  const { canDigest, digest, digestKinds } = settings;
  return (
    <input
      type="checkbox"
      className="notification-settings__tick"
      aria-label={TEXTS.kind(NIGHT_TEXTS.settings[kind])}
      disabled={!canDigest || digest === 'off'}
      checked={digestKinds.includes(kind)}
      onChange={({ target: { checked } }) =>
        onChange({
          digestKinds: checked ? [...digestKinds, kind] : digestKinds.filter((one) => one !== kind),
        })
      }
    />
  );
}

function Obstacle({ canMail }: Pick<NotificationSettingsView, 'canMail'>) {
  if (!canMail) return <p className="hint">{TEXTS.noMail}</p>;
  return (
    <p className="hint">
      {TEXTS.unverified}{' '}
      <Link to="/settings" search={{ tab: 'security' }} className="link">
        {TEXTS.verify}
      </Link>
    </p>
  );
}

interface DigestIntervalProps {
  settings: NotificationSettingsView;
  change: ReturnType<typeof useChangeSettings>;
}

/** How often a digest is mailed, or why it cannot be. */
export function DigestInterval({ settings, change }: DigestIntervalProps) {
  const { canMail, canDigest, digest, digestKinds } = settings;
  const isEmpty = digest !== 'off' && digestKinds.length === 0;
  return (
    <div>
      <h3 className="small notification-settings__digest">{TEXTS.title}</h3>
      {canDigest ? (
        <>
          <Segmented
            label={TEXTS.title}
            segments={DIGESTS.map((value) => ({ value, title: TEXTS.intervals[value] }))}
            value={digest}
            onChange={(value) => change.mutate({ digest: value })}
          />
          <p className="hint">{isEmpty ? TEXTS.nothing : TEXTS.hints[digest]}</p>
        </>
      ) : (
        <Obstacle canMail={canMail} />
      )}
    </div>
  );
}
