import './exports.css';
import { type ChannelView, grouped, may, type ServerExportView, type ServerView } from '@oniverse/contracts';
import { failureMessageOf } from '../../../api/http.js';
import { serverNow } from '../../../api/server-clock.js';
import { formatSize } from '../../../objects/file-facts.js';
import { Button } from '../../../ui/button.js';
import { formatShortMoment } from '../../../ui/dates.js';
import { Dialog } from '../../../ui/dialog.js';
import { followDownload } from '../../../ui/download-file.js';
import { Progress } from '../../../ui/progress.js';
import { RelativeTime } from '../../../ui/relative-time.js';
import { showToast } from '../../../ui/toast-store.js';
import {
  useCancelExport,
  useExportAddress,
  useExportNotice,
  useServerExports,
  useStartExport,
} from './exports.queries.js';
import { EXPORT_TEXTS as TEXTS } from './exports.texts.js';
import { standingOf } from './server-facts.js';
import { StaffList } from './staff-list.js';

const isActive = ({ finishedAt }: ServerExportView): boolean => finishedAt === null;

const whatOf = ({ channelName }: ServerExportView): string =>
  channelName === null ? TEXTS.whole : TEXTS.channel(channelName);

/** Messages and files count alike: both are read one after the other. */
function doneOf({ messageCount, messagesDone, fileCount, filesDone }: ServerExportView): number | null {
  const count = messageCount + fileCount;
  return count === 0 ? null : (messagesDone + filesDone) / count;
}

interface ExportProps {
  serverId: string;
  entry: ServerExportView;
}

function RunningExport({ serverId, entry }: ExportProps) {
  const { id, state, messageCount, messagesDone, fileCount, filesDone } = entry;
  const { mutate: cancel, isPending } = useCancelExport(serverId);
  return (
    <>
      <div className="exports__progress">
        <Progress label={state === 'waiting' ? TEXTS.waiting : TEXTS.running} done={doneOf(entry)} />
        {state === 'running' && (
          <p className="small faint">
            {TEXTS.progress(
              TEXTS.messages(grouped(messagesDone), messageCount),
              TEXTS.files(grouped(filesDone), fileCount),
            )}
          </p>
        )}
      </div>
      <Button
        small
        aria-label={TEXTS.cancelOf(whatOf(entry))}
        pending={isPending && TEXTS.cancelling}
        onClick={() => cancel(id, { onSuccess: () => showToast({ title: TEXTS.cancelled }) })}
      >
        {TEXTS.cancel}
      </Button>
    </>
  );
}

function DownloadButton({ serverId, entry }: ExportProps) {
  const { mutate: ask, isPending } = useExportAddress(serverId);
  const name = TEXTS.downloadOf(whatOf(entry), formatShortMoment(Date.parse(entry.createdAt)));
  return (
    <Button
      small
      aria-label={name}
      pending={isPending && TEXTS.fetching}
      // An empty name: the answer has it.
      onClick={() => ask(entry.id, { onSuccess: ({ url }) => followDownload(url, '') })}
    >
      {TEXTS.download}
    </Button>
  );
}

/** Says what has become of an export that has ended. */
function outcomeOf({ failure, size, expiresAt }: ServerExportView): string {
  if (failure !== null) return TEXTS.failures[failure];
  if (size === null || expiresAt === null || Date.parse(expiresAt) <= serverNow()) return TEXTS.expired;
  return TEXTS.kept(formatSize(size), expiresAt);
}

function Export({ serverId, entry }: ExportProps) {
  const { createdAt, expiresAt } = entry;
  const hasArchive = expiresAt !== null && Date.parse(expiresAt) > serverNow();
  return (
    <li className={`staff__row exports__row${isActive(entry) ? ' is-active' : ''}`}>
      <div className="staff__text">
        <span>{whatOf(entry)}</span>
        <span className="small faint">
          <RelativeTime at={createdAt} />
        </span>
        {!isActive(entry) && <span className="small muted">{outcomeOf(entry)}</span>}
      </div>
      {isActive(entry) && <RunningExport serverId={serverId} entry={entry} />}
      {hasArchive && <DownloadButton serverId={serverId} entry={entry} />}
    </li>
  );
}

/** What the owner does with exports. */
function OwnExports({ serverId, channel }: { serverId: string; channel: ChannelView | undefined }) {
  const exports = useServerExports(serverId);
  const { mutate: start, isPending, error } = useStartExport(serverId);
  const isRunning = exports.items?.some(isActive) ?? true;
  return (
    <>
      <p className="small muted">{channel ? TEXTS.textOf : TEXTS.text}</p>
      <div className="exports__start">
        <Button
          look="primary"
          disabled={isRunning}
          pending={isPending && TEXTS.starting}
          onClick={() => start(channel?.id)}
        >
          {channel ? TEXTS.titleOf(channel.name) : TEXTS.start}
        </Button>
        <p className="small faint">{TEXTS.quota}</p>
      </div>
      {error && (
        <p className="error" role="alert">
          {failureMessageOf(error)}
        </p>
      )}
      <StaffList list={exports} label={TEXTS.list} loading={TEXTS.loading} empty={TEXTS.empty}>
        {(entry) => <Export key={entry.id} serverId={serverId} entry={entry} />}
      </StaffList>
    </>
  );
}

/** Tells every member that the owner can export, and when that was last done. */
function Notice({ serverId }: { serverId: string }) {
  const { data } = useExportNotice(serverId);
  return (
    <p className="small muted staff__lead">
      {TEXTS.notice}{' '}
      {data &&
        (data.exportedAt === null ? (
          TEXTS.never
        ) : (
          <>
            {TEXTS.last} <RelativeTime at={data.exportedAt} />.
          </>
        ))}
    </p>
  );
}

interface ExportsDialogProps {
  server: ServerView;
  /** The only channel that the owner exports here. */
  channel?: ChannelView;
  onClose: () => void;
}

/** What members know of exports of a dimension, and for its owner the exports. */
export default function ExportsDialog({ server, channel, onClose }: ExportsDialogProps) {
  return (
    <Dialog title={channel ? TEXTS.titleOf(channel.name) : TEXTS.title} onClose={onClose}>
      <Notice serverId={server.id} />
      {may(standingOf(server), 'exportMessages') && <OwnExports serverId={server.id} channel={channel} />}
    </Dialog>
  );
}
