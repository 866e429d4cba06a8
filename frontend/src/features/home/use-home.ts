import { useSession } from '../../session/session.js';
import { useServers } from '../dimensions/dimensions.queries.js';

/** The dimensions that the member has joined. */
export function useJoinedDimensions() {
  const { data, isPending, isError, refetch } = useServers(useSession());
  const joined = (data ?? []).filter(({ membership }) => membership !== null);
  return { joined, isPending, isError, refetch };
}
