import { Button } from '../../../ui/button.js';
import { useIsJoining, useJoin } from './dimensions.queries.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

const { server: TEXTS } = DIMENSIONS_TEXTS;

/** Replaces the composer for readers who have not joined. */
export function JoinBar({ serverId, mayJoin }: { serverId: string; mayJoin: boolean }) {
  const { mutate: join } = useJoin();
  const isJoining = useIsJoining(serverId);
  if (!mayJoin) {
    return (
      <div className="join">
        <p className="small muted grow">{TEXTS.banned}</p>
      </div>
    );
  }
  return (
    <div className="join">
      <p className="small muted grow">{TEXTS.mustJoin}</p>
      <Button look="primary" disabled={isJoining} onClick={() => join(serverId)}>
        {isJoining ? TEXTS.joining : TEXTS.join}
      </Button>
    </div>
  );
}
