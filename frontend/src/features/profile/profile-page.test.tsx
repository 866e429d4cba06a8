import { beforeEach, describe, expect, it } from '@jest/globals';
import type { CurrentUser } from '@oniverse/contracts';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { delay, http, HttpResponse } from 'msw';
import { signIn } from '../../testing/members.js';
import { renderApp, renderWithQueries } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { useToast } from '../../ui/toast-store.js';
import { forgetProfileDraft, keepProfileDraft, readProfileDraft } from './profile-draft.js';
import { ProfilePage } from './profile-page.js';

const TEXT = '# The small hours\n\nKeeper of small hours. #Night_walks #maps';
const button = (name: string) => screen.findByRole('button', { name });
const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Profile markdown' });
const toast = (text: string) => screen.findByText(text);

beforeEach(() => useToast.setState({ toast: null }));

/** A member on their own page. */
function arrive(given: Partial<CurrentUser> = {}) {
  const user = signIn({ profileMarkdown: TEXT, ...given });
  return { member: user, ...renderApp('/profile') };
}

/** Takes what is saved. @returns all that was sent */
function taking(user: CurrentUser): unknown[] {
  const seen: unknown[] = [];
  server.use(
    http.patch('/api/users/profile', async ({ request }) => {
      const body = await request.json();
      seen.push(body);
      return HttpResponse.json({ ...user, ...(typeof body === 'object' && body) });
    }),
  );
  return seen;
}

async function write(user: UserEvent, text: string): Promise<void> {
  await user.click(await button('EDIT_PROFILE'));
  fireEvent.change(await area(), { target: { value: text } });
}

describe('one’s own page, not signed in', () => {
  const show = () => {
    const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
    renderWithQueries(
      <RouterContextProvider router={router}>
        <ProfilePage />
      </RouterContextProvider>,
    );
  };

  it('PRF-001 GAP-007 says that one needs to be logged in', async () => {
    show();
    expect(await screen.findByRole('heading', { name: 'Access Denied' })).toBeInTheDocument();
    expect(screen.getByText('You need to be logged in to access your profile.')).toBeInTheDocument();
  });

  it('PRF-002 says that it is on its way', async () => {
    server.use(
      http.get('/api/auth/me', async () => {
        await delay('infinite');
        return HttpResponse.json({});
      }),
    );
    show();
    expect(await screen.findByText(/Loading neural pattern/u)).toBeInTheDocument();
  });
});

describe('one’s own page, read', () => {
  it('PRF-003 PRF-004 PRF-005 the bar says who it is and that they are there', async () => {
    arrive();
    expect(await screen.findByRole('heading', { level: 1, name: 'vesper' })).toBeInTheDocument();
    const bar = within(screen.getByRole('main'));
    expect(bar.getByText('Vesper Lund')).toBeInTheDocument();
    expect(bar.getByText('ONLINE')).toBeInTheDocument();
  });

  it('PRF-004 the handle stands for a name that was not given', async () => {
    arrive({ displayName: null });
    await screen.findByRole('heading', { level: 1, name: 'vesper' });
    expect(within(screen.getByRole('main')).getAllByText('vesper').length).toBeGreaterThan(1);
  });

  it('PRF-006 PRF-007 leads to archive and album', async () => {
    arrive();
    expect(await screen.findByRole('link', { name: 'ARCHIVE' })).toHaveAttribute('href', '/archive');
    expect(screen.getByRole('link', { name: 'ALBUM' })).toHaveAttribute('href', '/album');
  });

  it('PRF-010 PRF-026 shows the text, and its hashtags as badges', async () => {
    const { container } = arrive();
    expect(await screen.findByRole('heading', { name: 'The small hours' })).toBeInTheDocument();
    const chips = Array.from(container.querySelectorAll('.prof__tags .chip'), (chip) => chip.textContent);
    expect(chips).toEqual(['#night_walks', '#maps']);
  });

  it('PRF-011 PRF-012 an empty page asks to be written', async () => {
    arrive({ profileMarkdown: '' });
    expect(await screen.findByText('Click anywhere to start writing')).toBeInTheDocument();
    expect(screen.getByText('Create your digital shrine with markdown')).toBeInTheDocument();
  });

  it('PRF-013 GAP-061 a click on the text begins writing, one on a link does not', async () => {
    const { user } = arrive({ profileMarkdown: 'Words. [a way](/fund)' });
    const link = await screen.findByRole('link', { name: 'a way' });
    link.addEventListener('click', (event) => event.preventDefault());
    await user.click(link);
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    await user.click(screen.getByText(/Words\./u));
    expect(await area()).toHaveValue('Words. [a way](/fund)');
  });

  it('PRF-030 wears the member’s own theme', async () => {
    const { container } = arrive({ profileTheme: '90s-computer', profileThemeMode: 'light' });
    await screen.findByRole('heading', { level: 1, name: 'vesper' });
    expect(container.querySelector('[data-theme="90s-computer"][data-mode="light"] .pbar')).not.toBeNull();
  });
});

describe('the desk of the 90s computer', () => {
  const places = async () =>
    within(await screen.findByRole('navigation', { name: 'Desk' }))
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);

  it('PRF-030 has parts of the site on it, and the navigation as its menu bar', async () => {
    const { container } = arrive({ profileTheme: '90s-computer', profileThemeMode: 'dark' });
    expect(await places()).toEqual([
      ['Archive', '/archive'],
      ['Album', '/album'],
      ['Constellation', '/constellation'],
    ]);
    expect(container.querySelector('[data-theme="90s-computer"][data-mode="dark"] .nav')).not.toBeNull();
  });

  it('is there in no other theme', async () => {
    const { container } = arrive();
    await screen.findByRole('heading', { level: 1, name: 'vesper' });
    expect(screen.queryByRole('navigation', { name: 'Desk' })).not.toBeInTheDocument();
    expect(container.querySelector('[data-theme="90s-computer"]')).toBeNull();
  });
});

describe('one’s own page, written', () => {
  it('PRF-008 PRF-014 PRF-015 PRF-016 PRF-027 EDIT_PROFILE opens the editor', async () => {
    const { user, container } = arrive();
    await user.click(await button('EDIT_PROFILE'));
    expect(await area()).toHaveValue(TEXT);
    expect(await area()).toHaveFocus();
    expect(screen.getByRole('region', { name: 'NEURAL_EDITOR.exe' })).toBeInTheDocument();
    expect(await button('SAVE_PROFILE')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'EDIT_PROFILE' })).not.toBeInTheDocument();
    expect(container.querySelector('.prof__tags')).toBeNull();
  });

  it('PRF-017 in the 90s the editor is a Profile Editor', async () => {
    const { user } = arrive({ profileTheme: '90s-computer' });
    await user.click(await button('EDIT_PROFILE'));
    expect(await screen.findByRole('region', { name: 'Profile Editor' })).toBeInTheDocument();
  });

  it('PRF-018 PRF-031 an empty text shows a template, and none is too long to be typed', async () => {
    const { user } = arrive({ profileMarkdown: '' });
    await user.click(await button('EDIT_PROFILE'));
    const { placeholder, maxLength } = await area();
    expect(placeholder.match(/^## .*$/gmu)).toEqual([
      '## About',
      '## Badges',
      '## Interests',
      '## Current Projects',
      '## Status',
    ]);
    expect(maxLength).toBe(-1);
  });

  it('PRF-028 GAP-062 shows what is written as it will look', async () => {
    const { user } = arrive();
    await write(user, '## Another sky');
    const preview = within(screen.getByRole('region', { name: 'Preview' }));
    expect(await preview.findByRole('heading', { name: 'Another sky' })).toBeInTheDocument();
  });

  it('PRF-019 PRF-022 PRF-024 saves, says so and shows it', async () => {
    const { user, member } = arrive();
    const seen = taking(member);
    await write(user, '# Daylight');
    await user.click(await button('SAVE_PROFILE'));
    expect(await toast('Profile Updated')).toBeInTheDocument();
    expect(screen.getByText('Your neural pattern has been synchronized.')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Daylight' })).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(seen).toEqual([{ profileMarkdown: '# Daylight' }]);
    expect(readProfileDraft(member.id)).toBeUndefined();
  });

  it.each([
    ['PRF-020', 'Ctrl', { ctrlKey: true }],
    ['PRF-021', 'Cmd', { metaKey: true }],
  ])('%s %s+S saves, and nothing else happens', async (_row, _name, keys) => {
    const { user, member } = arrive();
    const seen = taking(member);
    await write(user, '# Daylight');
    expect(fireEvent.keyDown(await area(), { key: 's', ...keys })).toBe(false);
    expect(await toast('Profile Updated')).toBeInTheDocument();
    expect(seen).toEqual([{ profileMarkdown: '# Daylight' }]);
    // While nothing is written the browser keeps its own.
    expect(fireEvent.keyDown(document.body, { key: 's', ...keys })).toBe(true);
  });

  it('PRF-023 PRF-025 ERR-005 a failed save keeps the text and says why', async () => {
    const { user } = arrive();
    server.use(
      http.patch('/api/users/profile', () =>
        HttpResponse.json(
          {
            statusCode: 400,
            code: 'validation_failed',
            message: 'A profile text has at most 200,000 characters.',
          },
          { status: 400 },
        ),
      ),
    );
    await write(user, '# Too much');
    await user.click(await button('SAVE_PROFILE'));
    expect(await toast('Update Failed')).toBeInTheDocument();
    expect(screen.getByText('A profile text has at most 200,000 characters.')).toBeInTheDocument();
    expect(await area()).toHaveValue('# Too much');
  });
});

describe('a draft', () => {
  it('is there again after a reload, and gone once it is discarded', async () => {
    const { user, member, unmount } = arrive();
    await write(user, '# Begun');
    unmount();
    const again = renderApp('/profile');
    expect(await area()).toHaveValue('# Begun');
    expect(screen.getByText('Your unsaved draft is open.')).toBeInTheDocument();
    await again.user.click(await button('Discard'));
    await again.user.click(await button('Discard changes'));
    expect(await screen.findByRole('heading', { name: 'The small hours' })).toBeInTheDocument();
    expect(readProfileDraft(member.id)).toBeUndefined();
  });

  it('is asked about where the page was saved elsewhere after it was begun', async () => {
    const id = '0193a000-0000-7000-8000-000000000001';
    keepProfileDraft(id, { text: '# Mine ![Uploading a...](uploading-1)', base: '# Older' });
    const { user } = arrive();
    await user.click(await button('Open the draft'));
    expect(await area()).toHaveValue('# Mine ');
  });

  it('may be forgotten instead', async () => {
    const id = '0193a000-0000-7000-8000-000000000001';
    keepProfileDraft(id, { text: '# Mine', base: '# Older' });
    const { user } = arrive();
    await user.click(await button('Forget the draft'));
    expect(screen.queryByRole('button', { name: 'Open the draft' })).not.toBeInTheDocument();
    expect(readProfileDraft(id)).toBeUndefined();
  });

  it('says so when the page is saved elsewhere while one writes', async () => {
    const { user, member, queryClient } = arrive();
    await write(user, '# Mine');
    queryClient.setQueryData(['/api', 'auth', 'me'], { ...member, profileMarkdown: '# Theirs' });
    expect(await screen.findByText(/The page was saved elsewhere meanwhile/u)).toBeInTheDocument();
    expect(await area()).toHaveValue('# Mine');
  });

  it('does not write over what another tab saved, and both texts can be kept', async () => {
    const { user, member } = arrive();
    const seen = taking(member);
    await write(user, '# Mine');
    server.use(http.get('/api/auth/me', () => HttpResponse.json({ ...member, profileMarkdown: '# Theirs' })));
    await user.click(await button('SAVE_PROFILE'));
    expect(await toast('Update Failed')).toBeInTheDocument();
    expect(screen.getByText(/Nothing is lost: both texts are there\./u)).toBeInTheDocument();
    expect(seen).toEqual([]);
    expect(await area()).toHaveValue('# Mine');
    await user.click(await button('Put that text under mine'));
    const both = '# Mine\n\n--- saved elsewhere ---\n\n# Theirs';
    expect(await area()).toHaveValue(both);
    expect(screen.queryByText(/saved elsewhere meanwhile/u)).not.toBeInTheDocument();
    await user.click(await button('SAVE_PROFILE'));
    await waitFor(() => expect(seen).toEqual([{ profileMarkdown: both }]));
  });

  it('takes the place of what another tab saved once that has been said', async () => {
    const { user, member } = arrive();
    const seen = taking(member);
    await write(user, '# Mine');
    server.use(http.get('/api/auth/me', () => HttpResponse.json({ ...member, profileMarkdown: '# Theirs' })));
    await user.click(await button('SAVE_PROFILE'));
    expect(await screen.findByText(/The page was saved elsewhere meanwhile/u)).toBeInTheDocument();
    await user.click(await button('SAVE_PROFILE'));
    await waitFor(() => expect(seen).toEqual([{ profileMarkdown: '# Mine' }]));
  });

  it('is this tab’s own; what another tab left behind is opened where this one has none', async () => {
    const id = '0193a000-0000-7000-8000-000000000001';
    keepProfileDraft(id, { text: '# Here', base: '' });
    sessionStorage.clear();
    keepProfileDraft(id, { text: '# There', base: '' });
    expect(readProfileDraft(id)).toEqual({ text: '# There', base: '' });
    forgetProfileDraft(id);
    expect(readProfileDraft(id)).toEqual({ text: '# Here', base: '' });
    forgetProfileDraft(id);
    expect(readProfileDraft(id)).toEqual({ text: '# Here', base: '' });
    forgetProfileDraft(id, { text: '# Here', base: '' });
    expect(readProfileDraft(id)).toBeUndefined();
  });

  it('stays where the network is lost while it is saved, and the next try saves it', async () => {
    const { user, member } = arrive();
    server.use(http.patch('/api/users/profile', () => HttpResponse.error()));
    await write(user, '# Mine');
    await user.click(await button('SAVE_PROFILE'));
    expect(await toast('Update Failed')).toBeInTheDocument();
    expect(screen.getByText('The server could not be reached. Please try again.')).toBeInTheDocument();
    expect(await area()).toHaveValue('# Mine');
    expect(readProfileDraft(member.id)?.text).toBe('# Mine');
    const seen = taking(member);
    await user.click(await button('SAVE_PROFILE'));
    await waitFor(() => expect(seen).toEqual([{ profileMarkdown: '# Mine' }]));
  });

  it('GAP-060 holds back who would leave with text that is not saved', async () => {
    const { user, address } = arrive();
    await write(user, '# Begun');
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    await user.click(await button('Cancel'));
    expect(address()).toBe('/profile');
    expect(await area()).toHaveValue('# Begun');
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    await user.click(await button('Leave'));
    await waitFor(() => expect(address()).toBe('/fund'));
  });

  it('lets go who has written nothing', async () => {
    const { user, address } = arrive();
    await user.click(await button('EDIT_PROFILE'));
    await user.click(screen.getByRole('link', { name: 'Star Fuel' }));
    await waitFor(() => expect(address()).toBe('/fund'));
  });
});
