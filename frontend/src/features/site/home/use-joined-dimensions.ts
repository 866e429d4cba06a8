import { useSession } from '../../../session/session.js';
import { useServers } from '../../talk/dimensions/index.js';

export function useJoinedDimensions() {
  const { data, isPending, isError, refetch } = useServers(useSession());
  const joined = (data ?? []).filter(({ membership }) => membership !== null);
  return { joined, isPending, isError, refetch };
}
