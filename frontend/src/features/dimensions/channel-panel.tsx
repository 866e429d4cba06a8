import type { ChannelView, ServerView } from '@oniverse/contracts';
import { Link, useNavigate } from '@tanstack/react-router';
import { Icon } from '../../ui/icons.js';
import { Sigil } from '../../ui/sigil.js';
import { useLeave } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { room: TEXTS } = DIMENSIONS_TEXTS;

/** The page that a server belongs to. */
export const pageOf = ({ isPublic }: ServerView) =>
  isPublic
    ? ({ path: '/dimensions/public', back: TEXTS.back.public } as const)
    : ({ path: '/dimensions/private', back: TEXTS.back.private } as const);

function LeaveButton({ server }: { server: ServerView }) {
  const navigate = useNavigate();
  const { path } = pageOf(server);
  const { mutate: leave, isPending } = useLeave(server.id, () => void navigate({ to: path, replace: true }));
  return (
    <button type="button" className="chat__act" onClick={() => leave()} disabled={isPending}>
      <Icon name="logout" small />
      {isPending ? TEXTS.leaving : TEXTS.leave}
    </button>
  );
}

interface ChannelPanelProps {
  server: ServerView;
  channels: readonly ChannelView[] | undefined;
  current: string | undefined;
  /** Called when a channel was chosen. */
  onChoose?: () => void;
}

/** A server's name, its channels, and the ways out of it. */
export function ChannelPanel({ server, channels, current, onChoose }: ChannelPanelProps) {
  const { path, back } = pageOf(server);
  const mayLeave = server.membership !== null && server.membership.role !== 'owner';
  return (
    <>
      <div className="chat__srv">
        <Sigil id={server.id} size={56} />
        <div className="grow">
          <p className="h4">{server.name}</p>
          <p className="small t3">{TEXTS.members(server.memberCount)}</p>
        </div>
      </div>
      <div className="mic chat__lab" aria-hidden="true">
        {TEXTS.channelsLabel}
      </div>
      <ul>
        {channels?.map(({ id, name, description }) => (
          <li key={id}>
            <Link
              to={path}
              search={{ server: server.id, channel: id }}
              className="chan"
              {...(id === current && { 'aria-current': 'true' })}
              {...(description && { title: description })}
              {...(onChoose && { onClick: onChoose })}
            >
              <span className="chan__h" aria-hidden="true">
                #
              </span>
              <span className="grow">{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="chat__back">
        {mayLeave && <LeaveButton server={server} />}
        <Link to={path} className="chat__act">
          <span className="flip">
            <Icon name="right" small />
          </span>
          {back}
        </Link>
      </div>
    </>
  );
}
