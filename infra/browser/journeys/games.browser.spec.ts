import { randomUUID } from 'node:crypto';
import type { GameEvent, GameKind } from '@oniverse/contracts';
import { expect } from '@playwright/test';
import { createDimension } from '../dimensions.js';
import { callApi } from '../members.js';
import { test, type VisitingMember } from '../product.js';

const PACE = { bankSeconds: 0, moveSeconds: 3_600 };

/** What each game is offered with, and a move of each player. */
const GAMES: readonly { kind: GameKind; options?: object; moves: readonly [string, string] }[] = [
  { kind: 'chess', moves: ['e4', 'e5'] },
  { kind: 'go', options: { size: '13', scoring: 'territory' }, moves: ['D4', 'K10'] },
  { kind: 'words', moves: ['crane', 'moist'] },
  { kind: 'adventure', options: { story: 'the-night-train' }, moves: ['1', '1'] },
];

test.describe('games in real browsers', () => {
  for (const { kind, options, moves } of GAMES) {
    test(`TLK-592 ${kind}: two members play on two backends, one of which is killed, while a third and a visitor watch`, async ({
      product,
      visit,
      visitAs,
    }) => {
      const owner = await visitAs('Vesper Lund', 0);
      const other = await visitAs('Sable', 1);
      const watcher = await visitAs('Tamsin', 0);
      const visitor = await visit(1);
      for (const { expectedErrors } of [owner, other, watcher, visitor]) {
        expectedErrors.push('WebSocket connection to');
      }
      await other.page.goto('/homepage');
      await createDimension(owner.page, 'Observatory');
      const serverId = new URL(owner.page.url()).searchParams.get('server') ?? '';
      await product.dataSource.query(
        `INSERT INTO server_members (server_id, user_id, role) SELECT $1, member, 'member' FROM unnest($2::uuid[]) member`,
        [serverId, [other.user.id, watcher.user.id]],
      );
      await product.dataSource.query('UPDATE servers SET is_public = true WHERE id = $1', [serverId]);
      const channels: { id: string }[] = await product.dataSource.query(
        'SELECT id FROM channels WHERE server_id = $1',
        [serverId],
      );
      await callApi(owner.page, 'POST', `/api/channels/${channels[0]?.id}/games`, {
        kind,
        ...options,
        ...PACE,
        nonce: randomUUID(),
      });
      const [{ id: gameId = '' } = {}]: { id?: string }[] = await product.dataSource.query(
        'SELECT channel_id AS id FROM games WHERE parent_id = $1',
        [channels[0]?.id],
      );
      await callApi(other.page, 'PUT', `/api/games/${gameId}/seat`, {});
      if (kind === 'words' || kind === 'adventure') {
        await callApi(owner.page, 'POST', `/api/games/${gameId}/start`, {});
      }
      await callApi(owner.page, 'PUT', `/api/games/${gameId}/visitors`, { isOpen: true });
      const seats: { userId: string }[] = await product.dataSource.query(
        'SELECT user_id AS "userId" FROM game_players WHERE game_id = $1 ORDER BY seat',
        [gameId],
      );
      const isOwnerFirst = seats[0]?.userId === owner.user.id;
      const [first, second]: [VisitingMember, VisitingMember] = isOwnerFirst
        ? [owner, other]
        : [other, owner];
      const pages = [owner, other, watcher, visitor].map(({ page }) => page);
      for (const page of pages) await page.goto(`/games/${gameId}`);
      const play = async ({ page }: VisitingMember, move: string) => {
        const field = page.getByLabel('Your move');
        await field.fill(move);
        await field.press('Enter');
      };
      const waitForMoves = async (count: number) => {
        for (const page of pages) {
          // With `Start`.
          await expect(page.getByRole('list', { name: 'Moves' }).getByRole('listitem')).toHaveCount(
            count + 1,
          );
        }
      };

      await play(first, moves[0]);
      await waitForMoves(1);
      const killed = product.backends[isOwnerFirst ? 1 : 0];
      await killed.kill();
      await play(second, moves[1]);
      await expect(
        second.page.getByText('sending...').or(second.page.getByText(moves[1])).first(),
      ).toBeVisible();
      await killed.restart();
      await waitForMoves(2);

      const events: { event: GameEvent }[] = await product.dataSource.query(
        'SELECT event FROM messages WHERE channel_id = $1 AND event IS NOT NULL ORDER BY seq',
        [gameId],
      );
      expect(events.map(({ event: { type, seat } }) => [type, seat])).toEqual([
        ['start', undefined],
        ['move', 0],
        ['move', 1],
      ]);
      await callApi(second.page, 'POST', `/api/games/${gameId}/moves`, {
        type: 'resign',
        nonce: randomUUID(),
      });
      await watcher.page.reload();
      await expect(watcher.page.getByRole('list', { name: 'Moves' })).toContainText(moves[1]);
      await watcher.page.keyboard.press('Home');
      await expect(watcher.page.getByText(/^0 of \d+$/u)).toBeVisible();
    });
  }
});
