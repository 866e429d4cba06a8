import { readFile } from 'node:fs/promises';
import { grouped } from '@oniverse/contracts';
import { expect, type Page } from '@playwright/test';
import { checkPage } from '../check-page.js';
import { register } from '../members.js';
import { ProductUnderTest, test } from '../product.js';

const nodeOf = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Nodes' }).getByRole('button', { name });

/** Waits until the nodes have their places, before which the view may still move. */
const waitUntilDrawn = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Save PNG', disabled: false }).waitFor();

/** Adds members in 12 clusters. The first one of each is linked with `centreId`. */
async function makeCrowd(
  dataSource: ProductUnderTest['dataSource'],
  centreId: string,
  count: number,
): Promise<void> {
  await dataSource.query(
    `INSERT INTO users (username, email, password)
     SELECT 'crowd_' || n, 'crowd_' || n || '@example.org', '!' FROM generate_series(1, $1::integer) n`,
    [count],
  );
  await dataSource.query(
    `WITH crowd AS (SELECT id, substr(username, 7)::integer AS n FROM users WHERE username ~ '^crowd_\\d+$'),
     pairs AS (
       SELECT one.id AS a, other.id AS b, one.n % 12 AS tag, 1 + other.n % 4 AS strength
         FROM crowd one JOIN crowd other ON other.n IN (one.n * 2 + 12, one.n + 12, one.n + 36, one.n + 96)
       UNION ALL
       SELECT $1::uuid, id, n % 12, 1 FROM crowd WHERE n <= 12)
     INSERT INTO connections (from_user_id, to_user_id, shared_tags, strength)
     SELECT least(a, b), greatest(a, b), array_fill('tag' || tag, ARRAY[strength]), strength FROM pairs
     ON CONFLICT DO NOTHING`,
    [centreId],
  );
}

/** Deletes the crowd, so that other tests see a small network again. */
async function deleteCrowd({ dataSource }: ProductUnderTest): Promise<void> {
  await dataSource.query(
    `DELETE FROM connections USING users
      WHERE users.id IN (from_user_id, to_user_id) AND username ~ '^crowd_\\d+$'`,
  );
  await dataSource.query(`DELETE FROM users WHERE username ~ '^crowd_\\d+$'`);
}

const countPublicMembers = async (dataSource: ProductUnderTest['dataSource']): Promise<number> => {
  const [{ count }]: [{ count: number }] = await dataSource.query(
    'SELECT count(*)::integer AS count FROM users WHERE is_public',
  );
  return count;
};

test.describe('the constellation in real browsers', () => {
  test('CON-001 CON-008 shows members to each other, by keyboard too, without axe violations', async ({
    visit,
  }) => {
    const vesper = await visit(0);
    const otto = await visit(1, 'mobile');
    const vesperName = await register(vesper.page, 'Vesper Lund');
    const ottoName = await register(otto.page, 'Otto');
    await vesper.page.goto('/constellation');
    await nodeOf(vesper.page, ottoName).focus();
    await vesper.page.keyboard.press('Enter');
    await vesper.page.getByText('Node ID').waitFor();
    await otto.page.goto('/constellation');
    await nodeOf(otto.page, vesperName).waitFor();
    await nodeOf(otto.page, vesperName).tap();
    await otto.page.getByText('Node ID').waitFor();
    for (const [screen, { page }] of [
      ['desktop', vesper],
      ['mobile', otto],
    ] as const) {
      await waitUntilDrawn(page);
      await checkPage(page, 'constellation', screen);
    }
  });

  test('CON-006 zooms by wheel and pinch and exports the view as PNG and SVG', async ({ visit }) => {
    const { page } = await visit(0);
    const otto = await visit(1, 'mobile');
    const name = await register(page, 'Vesper');
    await register(otto.page, 'Otto');
    await page.goto('/constellation');
    await waitUntilDrawn(page);
    const chart = page.getByRole('application', { name: /^Network graph/ });
    await page.getByText('x1.00', { exact: true }).waitFor();
    await chart.hover();
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, -100);
    await page.getByText('x1.20', { exact: true }).waitFor();
    for (let turn = 0; turn < 20; turn += 1) await page.mouse.wheel(0, -400);
    await page.getByText('x3.00', { exact: true }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(before);
    await page.getByRole('button', { name: 'Reset view' }).click();
    await page.getByText('x1.00', { exact: true }).waitFor();

    const saveAs = async (format: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save ${format}` }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
    };
    const png = await saveAs('PNG');
    expect([png.name, png.bytes.subarray(1, 4).toString(), png.bytes.length > 5_000]).toEqual([
      'constellation.png',
      'PNG',
      true,
    ]);
    const svg = await saveAs('SVG');
    expect([svg.name, svg.bytes.toString()]).toEqual(['constellation.svg', expect.stringMatching(/^<svg /u)]);
    expect(svg.bytes.toString()).toContain(name);

    await otto.page.goto('/constellation');
    await waitUntilDrawn(otto.page);
    await otto.page.getByRole('button', { name: 'Reset view' }).click();
    await otto.page.getByText('x1.00', { exact: true }).waitFor();
    const mobileChart = otto.page.getByRole('application', { name: /^Network graph/ });
    await mobileChart.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await mobileChart.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const touch = await otto.context.newCDPSession(otto.page);
    const touchAtDistance = (type: 'touchStart' | 'touchMove', distance: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: [-1, 1].map((side) => ({
          x: x + width / 2 + (side * distance) / 2,
          y: y + height / 2,
          id: side + 1,
        })),
      });
    await touchAtDistance('touchStart', 60);
    for (let distance = 66; distance <= 120; distance += 6) await touchAtDistance('touchMove', distance);
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await otto.page.getByText('x2.00', { exact: true }).waitFor();
  });

  test('NXT-138 NXT-140 NXT-142 flies to a member and shows the path there, but none to a private member', async ({
    product,
    visitAs,
  }) => {
    const { page: vesper, user: own } = await visitAs('Vesper', 0);
    const juno = await visitAs('Juno', 1, 'mobile');
    const { user: otto } = await visitAs('Otto', 1);
    const { user: hidden } = await visitAs('Hidden', 1);
    const names = { vesper: own.username, otto: otto.username, juno: juno.user.username };
    await product.linkMembers(own, otto, ['maps', 'night_walks']);
    await product.linkMembers(otto, juno.user, ['coast']);
    // The private member would be another way to Juno.
    await product.linkMembers(own, hidden, ['maps']);
    await product.linkMembers(hidden, juno.user, ['coast']);
    await product.dataSource.query('UPDATE users SET is_public = false WHERE id = $1', [hidden.id]);

    const members = (page: Page) => page.getByRole('region', { name: 'Path' }).getByRole('listitem');
    const findPath = async (page: Page, to: string): Promise<void> => {
      await page.getByRole('combobox', { name: 'To' }).fill(to);
      await page.keyboard.press('Enter');
    };
    await vesper.goto('/constellation');
    await waitUntilDrawn(vesper);

    // By keyboard alone: find a member, and the path to another.
    await vesper.getByRole('combobox', { name: 'Find a node or tag' }).focus();
    await vesper.keyboard.type(names.otto);
    await vesper.getByRole('option', { name: names.otto }).waitFor();
    await vesper.keyboard.press('Enter');
    await vesper.getByRole('region', { name: 'Node details' }).getByText(names.otto).first().waitFor();
    await findPath(vesper, names.juno);
    await members(vesper).nth(2).waitFor();
    expect(await members(vesper).allInnerTexts()).toEqual([
      expect.stringMatching(/^you\s+through #maps and #night_walks$/u),
      expect.stringMatching(/\s+through #coast$/u),
      `Juno @${names.juno}`,
    ]);
    await checkPage(vesper, 'constellation-path', 'desktop');
    await vesper.getByRole('button', { name: 'Expand the constellation' }).click();
    await vesper.getByRole('button', { name: 'Shrink the constellation' }).waitFor();
    await checkPage(vesper, 'constellation-expanded', 'desktop');
    await vesper.keyboard.press('Escape');
    await vesper.getByRole('button', { name: 'Expand the constellation' }).waitFor();

    // On a phone, in the other direction.
    await juno.page.goto(`/constellation?to=${names.vesper}`);
    await waitUntilDrawn(juno.page);
    await members(juno.page).nth(2).waitFor();
    await checkPage(juno.page, 'constellation-path', 'mobile');

    // Neither a step nor an end of a path is private.
    await vesper.getByRole('button', { name: 'Another path' }).click();
    await vesper.getByText('There is no other path.').waitFor();
    const none = vesper.getByText('No path of up to 6 links leads there.');
    for (const name of [hidden.username, 'nobody_at_all']) {
      await findPath(vesper, name);
      await none.waitFor();
      await vesper.getByRole('button', { name: 'Clear', exact: true }).click();
      await none.waitFor({ state: 'detached' });
    }
    const answers = await vesper.evaluate(
      (paths) =>
        Promise.all(
          paths.map(async (path) => {
            const headers = { authorization: `Bearer ${localStorage.getItem('sessionId')}` };
            return (await fetch(path, { headers })).text();
          }),
        ),
      [hidden.username, 'nobody_at_all'].map((to) => `/api/constellation/path?from=${names.vesper}&to=${to}`),
    );
    expect(answers[0]).toBe(answers[1]);
  });

  test('NXT-190 NXT-192 NXT-193 shows more than 500 members when expanded, on a phone with the finder and the path', async ({
    product,
    visitAs,
  }) => {
    const { page: vesper, user: own } = await visitAs('Vesper', 0);
    const otto = await visitAs('Otto', 1, 'mobile');
    await product.linkMembers(own, otto.user, ['tag0', 'maps']);

    // A small network is shown whole.
    await otto.page.goto('/constellation');
    await waitUntilDrawn(otto.page);

    await makeCrowd(product.dataSource, own.id, 700);
    const count = await countPublicMembers(product.dataSource);
    const chartOf = (page: Page, nodes: number) =>
      page.getByRole('application', { name: new RegExp(`^Network graph, ${grouped(nodes)} nodes`, 'u') });
    await vesper.goto('/constellation');
    await chartOf(vesper, 500).waitFor();
    await waitUntilDrawn(vesper);
    await vesper.getByRole('button', { name: 'Expand the constellation' }).click();
    await chartOf(vesper, count).waitFor();
    await checkPage(vesper, 'constellation-expanded-crowd', 'desktop');

    await otto.page.goto('/constellation');
    await chartOf(otto.page, 500).waitFor();
    await waitUntilDrawn(otto.page);
    await otto.page.getByRole('button', { name: 'Expand the constellation' }).tap();
    await chartOf(otto.page, count).waitFor();
    const finder = otto.page.getByRole('combobox', { name: 'Find a node or tag' });
    await finder.tap();
    await finder.pressSequentially('crowd_70');
    await otto.page.getByRole('option', { name: '@crowd_700', exact: true }).waitFor();
    await finder.fill('crowd_12');
    await otto.page.getByRole('option', { name: '@crowd_12', exact: true }).tap();
    await otto.page.getByRole('button', { name: 'Details' }).tap();
    const path = otto.page.getByRole('region', { name: 'Path' });
    await path.getByRole('combobox', { name: 'To' }).fill('crowd_12');
    await otto.page.keyboard.press('Enter');
    await path.getByRole('listitem').nth(1).waitFor();
    await checkPage(otto.page, 'constellation-expanded-path', 'mobile');

    const { page: juno } = await visitAs('Juno', 0, 'tablet');
    await juno.goto('/constellation?to=crowd_1');
    await waitUntilDrawn(juno);
    await juno.getByRole('button', { name: 'Expand the constellation' }).tap();
    await juno.getByText('No path of up to 6 links leads there.').waitFor();
    await checkPage(juno, 'constellation-expanded', 'tablet');
    await deleteCrowd(product);
  });
});
