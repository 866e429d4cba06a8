import { beforeEach, expect, it, jest } from '@jest/globals';
import { addBookmark, type BookmarkKeys, getBookmarkKeys, markHomeRead } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { queryOf, send } from '../api/calls.js';
import { showChange } from '../api/show-change.js';
import { mock } from '../testing/mock.js';
import { renderWithQueries } from '../testing/render.js';
import { server } from '../testing/server.js';
import { showFailedChange, showFailedChanges, showNoToast } from './show-failure.js';
import { useToast } from './toast-store.js';

const KEPT: BookmarkKeys = { member: [], post: [], picture: [], tag: [], message: [], onBoards: [] };
const keysQuery = queryOf(getBookmarkKeys);

beforeEach(() => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
});

const goOffline = () => server.use(http.all('*', () => HttpResponse.error()));
const toast = () => useToast.getState().toast;

function Press({ onError }: { onError?: () => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(markHomeRead),
    ...(onError && { onError }),
  });
  return (
    <button type="button" onClick={() => mutate()}>
      {isPending ? 'pending' : (error?.name ?? 'press')}
    </button>
  );
}

it('NXT-510 an offline press that says nothing of itself ends at once, and a toast says that it was not done and why', async () => {
  goOffline();
  const { user, queryClient } = renderWithQueries(<Press />);
  showFailedChanges(queryClient);
  await user.click(screen.getByRole('button'));
  await screen.findByText('TypeError');
  expect(toast()).toMatchObject({
    title: 'This was not done',
    description: 'You appear to be offline. Try again when you are back.',
    variant: 'destructive',
  });
});

it('shows no toast for a press whose form shows the failure', async () => {
  goOffline();
  const { user, queryClient } = renderWithQueries(<Press onError={showNoToast} />);
  showFailedChanges(queryClient);
  await user.click(screen.getByRole('button'));
  await screen.findByText('TypeError');
  expect(toast()).toBeNull();
});

function Keep() {
  const client = useQueryClient();
  const { data } = useQuery(keysQuery);
  const { mutate } = useMutation({
    mutationFn: async (subject: string) => send(addBookmark, { kind: 'tag', subject }),
    onMutate: (subject) =>
      showChange(client, keysQuery.queryKey, (keys) => ({ ...keys, tag: [...keys.tag, subject] })),
    onError: (error, _subject, takeBack) => {
      takeBack?.();
      showFailedChange(error);
    },
    onSettled: () => client.invalidateQueries(keysQuery),
  });
  return (
    <button type="button" onClick={() => mutate('dreams')}>
      {data?.tag.join(' ') || 'none'}
    </button>
  );
}

it('NXT-510 an offline press takes back what it showed, though nothing can be fetched', async () => {
  mock(getBookmarkKeys, KEPT);
  const { user, queryClient } = renderWithQueries(<Keep />);
  await screen.findByText('none');
  const shown: unknown[] = [];
  queryClient.getQueryCache().subscribe(() => shown.push(queryClient.getQueryData(keysQuery.queryKey)?.tag));
  goOffline();
  await user.click(screen.getByRole('button'));
  await waitFor(() => expect(toast()).not.toBeNull());
  expect(shown).toContainEqual(['dreams']);
  expect(await screen.findByText('none')).toBeInTheDocument();
});
