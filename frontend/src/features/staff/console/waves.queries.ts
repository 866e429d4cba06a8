import {
  dismissWave,
  getWave,
  listWaveAccounts,
  listWaves,
  removeWave,
  type RemoveWaveBody,
  undoWave,
  type WaveList,
  type WaveView,
} from '@oniverse/contracts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf, listOf, queryOf, send } from '../../../api/calls.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { failureTextOf, useGuard } from '../../account/security/index.js';

/** How often a wave is fetched while a job works on it. */
const PROGRESS_MS = 1_000;

/** Whether a job removes what the accounts of a wave wrote, or returns it. */
export const isMoving = ({ state }: WaveView): boolean => state === 'removing' || state === 'returning';

const isChanging = (wave: WaveView): boolean => isMoving(wave) || wave.isReleasing === true;

/** Every mount fetches the waves again, because other staff may have decided some. */
export function useWaves(state: WaveList) {
  const waves = useInfiniteQuery({ ...listOf(listWaves, { query: { state } }), refetchOnMount: 'always' });
  return { ...waves, items: waves.data?.pages.flatMap(({ items }) => items) };
}

export const useWave = (id: string) =>
  useQuery({
    ...queryOf(getWave, { id }),
    refetchOnMount: 'always',
    refetchInterval: ({ state: { data } }) => (data && isChanging(data) ? PROGRESS_MS : false),
  });

export function useWaveAccounts(id: string) {
  const accounts = useInfiniteQuery(listOf(listWaveAccounts, { id }));
  return { ...accounts, items: accounts.data?.pages.flatMap(({ items }) => items) };
}

/** Decides about a wave, which the answer shows. Also after a failure the waves are fetched: other staff may have decided. */
function useWaveChange<T>(id: string, change: (input: T) => Promise<WaveView>, onDone: () => void) {
  const client = useQueryClient();
  const guard = useGuard();
  const mutation = useMutation({
    mutationFn: async (input: T) => guard(async () => change(input)),
    onSuccess: (wave) => {
      client.setQueryData(queryOf(getWave, { id }).queryKey, wave);
      onDone();
    },
    onError: showNoToast,
    onSettled: async () => client.invalidateQueries({ queryKey: addressOf(listWaves) }),
  });
  return { ...mutation, failure: mutation.error ? failureTextOf(mutation.error) : undefined };
}

export const useRemoveWave = (id: string, onDone: () => void) =>
  useWaveChange(id, async (body: RemoveWaveBody) => send(removeWave, { id, body }), onDone);

export const useUndoWave = (id: string, onDone: () => void) =>
  useWaveChange<void>(id, async () => send(undoWave, { id }), onDone);

export const useDismissWave = (id: string, onDone: () => void) =>
  useWaveChange<void>(id, async () => send(dismissWave, { id }), onDone);
