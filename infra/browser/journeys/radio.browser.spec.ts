import { makeFlac, makeServer } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import { locateComposer } from '../dimensions.js';
import { test, type VisitingMember } from '../product.js';

/** How far apart two browsers may be, and how far one may be from the time of the server. */
const APART_MS = 200;
const SECONDS = 90;
/** The tone rises for this time, over and over, so that its pitch says where the sound is. */
const SWEEP_SECONDS = 5;
const LOWEST_HERTZ = 400;
const HERTZ_A_SECOND = 400;

const makeTone = (): Buffer =>
  makeFlac({
    seconds: SECONDS,
    title: 'A rising tone',
    pitchAt: (at) => LOWEST_HERTZ + HERTZ_A_SECOND * (at % SWEEP_SECONDS),
  });

/** What a page hears. */
interface Sample {
  /** When, on the clock that all pages share. */
  at: number;
  /** Where the sound is within its sweep, by its pitch, in milliseconds. */
  sweepMs: number;
  /** The same by the player. */
  playerMs: number;
}

/** Puts an ear on the player of a page. The sound passes through it from then on. */
const openEar = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const player = document.querySelector<HTMLAudioElement>('body > audio');
    if (!player) throw new Error('Nothing plays.');
    const context = new AudioContext();
    const ear = new AnalyserNode(context, { fftSize: 4_096, smoothingTimeConstant: 0, minDecibels: -120 });
    context.createMediaElementSource(player).connect(ear).connect(context.destination);
    Object.assign(window, { ear, player });
  });

const takeSample = (page: Page): Promise<Sample> =>
  page.evaluate(
    ({ lowest, rising, sweep }) => {
      const ear: AnalyserNode = Reflect.get(window, 'ear');
      const player: HTMLAudioElement = Reflect.get(window, 'player');
      const levels = new Float32Array(ear.frequencyBinCount);
      ear.getFloatFrequencyData(levels);
      const at = Date.now();
      const loudest = levels.indexOf(Math.max(...levels));
      const hertz = (loudest * ear.context.sampleRate) / ear.fftSize;
      return {
        at,
        sweepMs: ((hertz - lowest) / rising) * 1_000,
        playerMs: (player.currentTime % sweep) * 1_000,
      };
    },
    { lowest: LOWEST_HERTZ, rising: HERTZ_A_SECOND, sweep: SWEEP_SECONDS },
  );

/** Returns by how much two places in the sweep differ. */
function apart(one: number, other: number): number {
  const sweepMs = SWEEP_SECONDS * 1_000;
  const difference = (((one - other) % sweepMs) + sweepMs) % sweepMs;
  return Math.min(difference, sweepMs - difference);
}

/** Expects that all pages hear the same. A pitch that jumps back at the end of the sweep is measured again. */
const expectTogether = (...pages: Page[]): Promise<void> =>
  expect(async () => {
    const samples = await Promise.all(pages.map(takeSample));
    const [first] = samples;
    if (!first) throw new Error('There is no page.');
    for (const { at, sweepMs, playerMs } of samples) {
      const passed = at - first.at;
      expect(apart(sweepMs - passed, first.sweepMs)).toBeLessThan(APART_MS);
      expect(apart(playerMs - passed, first.playerMs)).toBeLessThan(APART_MS);
      // The pitch agrees with the player.
      expect(apart(sweepMs, playerMs)).toBeLessThan(APART_MS);
    }
  }).toPass({ timeout: 30_000 });

const strip = (page: Page) => page.getByRole('region', { name: /^Radio of #/u });

async function listen(page: Page): Promise<void> {
  await strip(page).getByRole('button', { name: 'Listen' }).click();
  await strip(page).getByRole('slider', { name: 'Volume' }).waitFor();
  await page.waitForFunction(() => {
    const player = document.querySelector<HTMLAudioElement>('body > audio');
    return player !== null && !player.paused && player.currentTime > 0;
  });
  await openEar(page);
}

test('TLK-617 listeners hear the same within 200 ms: a late one, after a reload, and while a backend is killed', async ({
  product,
  visitAs,
}) => {
  const first = await visitAs('Vesper Lund', 0);
  const second = await visitAs('Otto Ray', 1);
  const late = await visitAs('Mira Sol', 1);
  const { server, channel } = await makeServer(product.dataSource);
  const open = async ({ page }: VisitingMember) => {
    await page.goto(`/dimensions/public?server=${server.id}&channel=${channel.id}`);
    await locateComposer(page).waitFor();
  };
  await product.dataSource.query(
    `WITH joined AS (INSERT INTO server_members (server_id, user_id) SELECT $2, id FROM unnest($3::uuid[]) AS id)
     INSERT INTO radios (channel_id) VALUES ($1)`,
    [channel.id, server.id, [first, second, late].map(({ user }) => user.id)],
  );

  await open(first);
  await open(second);
  await strip(first.page).getByTestId('track-to-add').setInputFiles({
    name: 'tone.flac',
    mimeType: 'audio/flac',
    buffer: makeTone(),
  });
  for (const { page } of [first, second]) await strip(page).getByText('A rising tone').first().waitFor();
  // No sound without a click.
  expect(await first.page.locator('body > audio').count()).toBe(0);
  await listen(first.page);
  await listen(second.page);
  await expectTogether(first.page, second.page);
  await strip(second.page).getByText('2 listeners').waitFor();

  await open(late);
  await listen(late.page);
  await expectTogether(first.page, second.page, late.page);

  await first.page.reload();
  await listen(first.page);
  await expectTogether(first.page, second.page, late.page);

  first.expectedErrors.push('WebSocket is already in CLOSING or CLOSED state');
  await product.backends[0].kill();
  await expectTogether(first.page, second.page, late.page);
  await product.backends[0].restart();
  await expectTogether(first.page, second.page, late.page);
});
