import {
  type QuietHours,
  radioAt,
  type RadioPosition,
  type RadioTimes,
  startOf,
  type TrackTimes,
} from '@oniverse/contracts';
import type { EntityManager } from 'typeorm';

/** A radio, and where it is. Its tracks are those that play. */
export interface RadioNow extends RadioTimes {
  channelId: string;
  /** The time of the database. */
  now: number;
  /** Undefined without tracks. */
  position: RadioPosition<TrackTimes> | undefined;
}

/** A radio that nothing else changes until the end of the transaction. */
export interface LockedRadio extends RadioNow {
  isLocked: true;
}

/** From where a radio goes on. */
interface Anchor {
  trackId: string | null;
  startedAt: number;
}

/** Returns the radio of a channel and where it is; undefined if the channel has none. */
export async function findRadio(manager: EntityManager, channelId: string): Promise<RadioNow | undefined> {
  const [row]: (Omit<RadioTimes, 'startedAt'> & { startedAt: Date; now: Date })[] = await manager.query(
    `SELECT track_id AS "trackId", started_at AS "startedAt", quiet_from AS "quietFrom", quiet_to AS "quietTo",
            clock_timestamp() AS now,
            coalesce((SELECT jsonb_agg(jsonb_build_object('id', track.id, 'durationMs', track.duration_ms) ORDER BY track.id)
                        FROM radio_tracks track
                       WHERE track.channel_id = radios.channel_id AND track.duration_ms IS NOT NULL), '[]') AS tracks
       FROM radios WHERE channel_id = $1`,
    [channelId],
  );
  if (!row) return undefined;
  const now = row.now.getTime();
  const radio = { ...row, channelId, startedAt: row.startedAt.toISOString(), now };
  return { ...radio, position: radioAt(radio, now) };
}

/** Locks the radio of a channel. Returns undefined if the channel has none. */
export async function lockRadio(manager: EntityManager, channelId: string): Promise<LockedRadio | undefined> {
  await manager.query('SELECT FROM radios WHERE channel_id = $1 FOR NO KEY UPDATE', [channelId]);
  // A separate statement, because one that waited for the lock does not see what was committed meanwhile.
  const radio = await findRadio(manager, channelId);
  return radio && { ...radio, isLocked: true };
}

const store = async (manager: EntityManager, { channelId }: LockedRadio, anchor: Anchor): Promise<void> => {
  await manager.query('UPDATE radios SET track_id = $2, started_at = $3 WHERE channel_id = $1', [
    channelId,
    anchor.trackId,
    new Date(anchor.startedAt),
  ]);
};

/** Lets a radio go on where it is, before its tracks change; the first one starts now if there were none. */
export async function keepRadioPosition(manager: EntityManager, radio: LockedRadio): Promise<void> {
  const { position, now } = radio;
  await store(
    manager,
    radio,
    position
      ? { trackId: position.track.id, startedAt: position.startedAt }
      : { trackId: null, startedAt: startOf(radio, 0, now) },
  );
}

/** Starts the next track now. @param gone tracks that are about to be deleted */
export async function skipRadioTrack(
  manager: EntityManager,
  radio: LockedRadio,
  gone: ReadonlySet<string> = new Set(),
): Promise<void> {
  const { position, tracks, now } = radio;
  const at = tracks.findIndex(({ id }) => id === position?.track.id);
  const following = [...tracks.slice(at + 1), ...tracks.slice(0, at + 1)];
  const next = following.find(({ id }) => !gone.has(id));
  await store(manager, radio, { trackId: next?.id ?? null, startedAt: startOf(radio, 0, now) });
}

/** Deletes tracks of a radio with their files. If the one that plays is among them, the next one starts now. */
export async function deleteRadioTracks(
  manager: EntityManager,
  radio: LockedRadio,
  ids: readonly string[],
): Promise<void> {
  const gone = new Set(ids);
  const { position } = radio;
  await (position && gone.has(position.track.id)
    ? skipRadioTrack(manager, radio, gone)
    : keepRadioPosition(manager, radio));
  await manager.query('DELETE FROM radio_tracks WHERE channel_id = $1 AND id = ANY ($2::uuid[])', [
    radio.channelId,
    ids,
  ]);
}

/** Changes the quiet hours of a radio, which goes on where it is. */
export async function setRadioHours(
  manager: EntityManager,
  radio: LockedRadio,
  quiet: QuietHours,
): Promise<void> {
  const { channelId, position, now } = radio;
  await store(manager, radio, {
    trackId: position?.track.id ?? null,
    startedAt: startOf(quiet, position?.offsetMs ?? 0, now),
  });
  await manager.query('UPDATE radios SET quiet_from = $2, quiet_to = $3 WHERE channel_id = $1', [
    channelId,
    quiet.quietFrom,
    quiet.quietTo,
  ]);
}
