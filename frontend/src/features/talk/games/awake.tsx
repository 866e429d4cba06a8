import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../../ui/avatar.js';
import { Failure } from '../../../ui/failure.js';
import { memberName } from '../../../ui/member-name.js';
import { Plate } from '../../../ui/plate.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { Switch } from '../../../ui/switch.js';
import { MemberLink } from '../../people/member-card/index.js';
import { WriteButton } from '../write/index.js';
import { awakeQuery, useSetAwake } from './games.queries.js';
import { GAMES_TEXTS } from './games.texts.js';

const TEXTS = GAMES_TEXTS.awake;

/** Shows who is online and open to a game, and whether the reader is. */
export function Awake() {
  const { data, isError, refetch } = useQuery(awakeQuery);
  const { mutate, isPending } = useSetAwake();
  return (
    <Plate title={TEXTS.title}>
      {isError && !data && <Failure small text={TEXTS.failed} onRetry={() => void refetch()} />}
      {!data && !isError && <SkeletonLines text={TEXTS.loading} count={2} />}
      {data && (
        <>
          <Switch
            label={TEXTS.isOpen}
            hint={TEXTS.isOpenHint}
            checked={data.isOpen}
            disabled={isPending}
            onChange={(isOpen) => mutate(isOpen)}
          />
          {data.members.length === 0 && <p className="small muted">{TEXTS.nobody}</p>}
          <ul className="games-list" aria-label={TEXTS.title}>
            {data.members.map(({ userId, author }) => (
              <li key={userId} className="games-list__member">
                <Avatar name={memberName(author)} src={author.profileImageUrl} size="s" />
                <MemberLink username={author.username} className="games-list__name">
                  {memberName(author)}
                </MemberLink>
                <WriteButton member={{ id: userId, ...author }} />
              </li>
            ))}
          </ul>
        </>
      )}
    </Plate>
  );
}
