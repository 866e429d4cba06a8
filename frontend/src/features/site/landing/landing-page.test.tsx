import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { SESSION_LIFETIME_MS } from '@oniverse/contracts';
import { signIn } from '../../../testing/members.js';
import { renderApp } from '../../../testing/render.js';

const link = (name: string) => screen.getByRole('link', { name });
const heading = (name: string) => screen.getByRole('heading', { name });
async function renderLanding() {
  const app = renderApp('/');
  await screen.findByRole('contentinfo');
  return app;
}

describe('LandingPage', () => {
  it('LND-001 LND-002 LND-003 LND-004 LND-005 LND-006 GAP-001 GAP-017 GAP-019 shows name, tagline and navigation', async () => {
    const { container } = await renderLanding();
    expect(heading('ONIVERSE')).toBeInTheDocument();
    expect(screen.getByText('the network made to ripple')).toBeInTheDocument();
    expect(container).toHaveTextContent('A social platform of dreams and galaxies');
    expect(container).toHaveTextContent('An internet inside the internet');
    expect(container).toHaveTextContent('real connection');
    expect(container).toHaveTextContent('terminal-based games');
    expect(document.title).toBe('Oniverse, the network made to ripple');
  });

  it('LND-007 LND-008 LND-009 GAP-018 shows stage, transmission window and system status', async () => {
    await renderLanding();
    expect(
      screen
        .getAllByRole('term')
        .slice(0, 3)
        .map((term) => term.textContent),
    ).toEqual(['stage', 'transmission window', 'system status']);
    for (const text of ['pre-launch', 'Q4 2025', 'development phase'])
      expect(screen.getByText(text)).toBeInTheDocument();
  });

  it('LND-010 LND-011 LND-014 LND-017 has the waitlist form, the counter, the chart and the manifesto', async () => {
    await renderLanding();
    expect(screen.getByRole('form', { name: 'Waitlist' })).toBeInTheDocument();
    expect(screen.getByTestId('count')).toBeInTheDocument();
    expect(screen.getByText('The Tide')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Manifesto' })).toBeInTheDocument();
    expect(link('Read our purpose')).toHaveAttribute('href', '/purpose');
  });

  it('TLK-593 leads to the games that a visitor may watch', async () => {
    await renderLanding();
    expect(link('Watch a game')).toHaveAttribute('href', '/games');
  });

  it('LND-018 has the small link dev_access', async () => {
    await renderLanding();
    expect(link('dev_access')).toHaveAttribute('href', '/clean-auth');
  });

  it('LND-019 has an auth section with the tabs access and create', async () => {
    const { user } = await renderLanding();
    const tabs = screen.getAllByRole('tab');
    expect(tabs.map((tab) => tab.textContent)).toEqual(['access', 'create']);
    expect(screen.getByRole('form', { name: 'access' })).toBeInTheDocument();
    await user.click(screen.getByRole('tab', { name: 'create' }));
    expect(screen.getByRole('form', { name: 'create' })).toBeInTheDocument();
  });

  it('LND-020 GAP-011 GAP-012 GAP-013 shows a member links instead of the auth section', async () => {
    signIn();
    await renderLanding();
    expect(await screen.findByRole('link', { name: 'Open your profile' })).toHaveAttribute(
      'href',
      '/profile',
    );
    expect(screen.queryByRole('tab')).not.toBeInTheDocument();
    expect(heading('The Constellation')).toBeInTheDocument();
  });

  it('LND-021 GAP-022 shows the system architecture with the actual stack', async () => {
    await renderLanding();
    expect(heading('System architecture')).toBeInTheDocument();
    expect(screen.getByText('PostgreSQL through TypeORM')).toBeInTheDocument();
  });

  it('LND-022 LND-023 LND-024 LND-025 LND-026 GAP-016 has a footer with anchors to existing texts', async () => {
    await renderLanding();
    const footer = within(screen.getByRole('contentinfo'));
    expect(screen.getByRole('main')).not.toContainElement(screen.getByRole('contentinfo'));
    for (const [name, id] of [
      ['Privacy', 'privacy'],
      ['Terms', 'terms'],
      ['Open source acknowledgment', 'open-source'],
    ] as const) {
      expect(footer.getByRole('link', { name })).toHaveAttribute('href', `#${id}`);
      expect(document.getElementById(id)).toContainElement(footer.getByRole('heading', { name }));
    }
    expect(footer.getByText('v0.1')).toBeInTheDocument();
    expect(footer.getByText('dev')).toBeInTheDocument();
    expect(footer.getByText(/We set no cookies/u)).toBeInTheDocument();
    const days = SESSION_LIFETIME_MS / 86_400_000;
    expect(
      footer.getByText(new RegExp(`A session ends after ${days} days without use`, 'u')),
    ).toHaveTextContent('50 MB');
    expect(footer.getByText(/What you make stays yours/u)).toBeInTheDocument();
    expect(footer.getByText(/SIL Open Font License/u)).toBeInTheDocument();
  });

  it('LND-027 LND-028 LND-029 LND-030 has three cards in order', async () => {
    await renderLanding();
    const cards = within(screen.getByRole('region', { name: 'What you will find here' }));
    expect(cards.getAllByRole('heading').map((title) => title.textContent)).toEqual([
      'The Constellation',
      'The Archive',
      'Markdown Souls',
    ]);
    expect(cards.getByText(/interactive graph of the connections between users/u)).toBeInTheDocument();
    expect(cards.getByText(/archived posts and memories, with tags, private or public/u)).toBeInTheDocument();
    expect(cards.getByText(/markdown, with a live preview/u)).toBeInTheDocument();
  });

  it('LND-031 has a star field, a chart of lines and stars, and monospaced text', async () => {
    const { container } = await renderLanding();
    expect(container.querySelector('.hero .sky')).toBeInTheDocument();
    const chart = container.querySelector('.hero__map svg');
    expect(chart?.querySelectorAll('line').length).toBeGreaterThan(20);
    expect(chart?.querySelectorAll('.c-star').length).toBeGreaterThan(20);
    expect(['The Tide', 'The Lantern', 'The Archivist', 'The Sleeper', 'The Moth']).toEqual(
      [...(chart?.querySelectorAll('.c-big') ?? [])].map((name) => name.textContent),
    );
    const tokens = readFileSync('frontend/src/styles/tokens.css', 'utf8');
    expect(tokens).toMatch(/--font-text: 'IBM Plex Mono'/u);
  });
});
