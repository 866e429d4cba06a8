import { type GroupView, may, type ServerView } from '@oniverse/contracts';
import { type ReactNode, useMemo } from 'react';
import { TalkGroupsContext } from '../messages/index.js';
import { useGroups } from './groups.queries.js';
import { useStanding } from './server-facts.js';

const NONE: readonly GroupView[] = [];

/** Gives the messages of a dimension, and the fields for new ones, its groups. */
export function TalkGroups({ server, children }: { server: ServerView; children: ReactNode }) {
  const { data: all = NONE } = useGroups(server.id);
  const mayMentionAll = may(useStanding(server), 'manageGroups');
  const groups = useMemo(
    () => ({ all, mentionable: all.filter((group) => mayMentionAll || group.mentionableBy === 'members') }),
    [all, mayMentionAll],
  );
  return <TalkGroupsContext value={groups}>{children}</TalkGroupsContext>;
}
