import { createHash } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { checkPage } from '../check-page.js';
import { createDimension, locateComposer } from '../dimensions.js';
import { callApi } from '../members.js';
import { type ProductUnderTest, test, type VisitingMember } from '../product.js';

const LINK = 'https://skywatch.example/taurids';

interface SharedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const picture = (red: number) =>
  sharp({ create: { width: 800, height: 500, channels: 3, background: { r: red, g: 40, b: 90 } } });

/** A second of silence. */
function makeSound(): Buffer {
  const rate = 8_000;
  const wave = Buffer.alloc(44 + rate, 128);
  wave.write('RIFF', 0, 'latin1');
  wave.writeUInt32LE(36 + rate, 4);
  wave.write('WAVEfmt ', 8, 'latin1');
  wave.writeUInt32LE(16, 16);
  // PCM, one channel of 8 bits.
  wave.writeUInt16LE(1, 20);
  wave.writeUInt16LE(1, 22);
  wave.writeUInt32LE(rate, 24);
  wave.writeUInt32LE(rate, 28);
  wave.writeUInt16LE(1, 32);
  wave.writeUInt16LE(8, 34);
  wave.write('data', 36, 'latin1');
  wave.writeUInt32LE(rate, 40);
  return wave;
}

async function makeFiles(): Promise<SharedFile[]> {
  const frames = await Promise.all([20, 120, 220].map((red) => picture(red).png().toBuffer()));
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100], loop: 0 })
    .toBuffer();
  const photo = await picture(60)
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .toBuffer();
  return [
    { name: 'roof.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'moving.gif', mimeType: 'image/gif', buffer: moving },
    { name: 'owl.wav', mimeType: 'audio/wav', buffer: makeSound() },
    // In parts.
    { name: 'exposure.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(6_000_000, 7) },
    {
      name: 'evil.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="document.title = 1"/>'),
    },
  ];
}

/** Gives the newest message what a page says of itself, as if a worker had fetched it: a test reaches no other site. */
const addPreview = ({ dataSource }: ProductUnderTest) =>
  dataSource.query(
    `WITH preview AS (
       INSERT INTO link_previews (address_hash, state, site, title, description, fetched_at, expires_at)
       VALUES ($1, 'found', 'Skywatch', 'The Taurids tonight', 'Slow and bright.', now(), now() + interval '7 days')
       RETURNING id
     ), revised AS (
       UPDATE messages SET reacted_at = now() WHERE id = (SELECT id FROM messages ORDER BY id DESC LIMIT 1)
       RETURNING channel_id, seq
     )
     INSERT INTO message_links (channel_id, seq, place, address, preview_id)
     SELECT revised.channel_id, revised.seq, 1, $2, preview.id FROM preview, revised`,
    [createHash('sha256').update(LINK).digest('hex'), LINK],
  );

/** Lets another member join the dimension that was created last. @returns its address */
async function join({ dataSource }: ProductUnderTest, { user }: VisitingMember): Promise<string> {
  const [server]: { id: string }[] = await dataSource.query(
    'SELECT id FROM servers ORDER BY id DESC LIMIT 1',
  );
  const id = server?.id ?? '';
  await dataSource.query(
    `WITH joined AS (INSERT INTO server_members (server_id, user_id) VALUES ($1, $2))
     UPDATE servers SET member_count = member_count + 1 WHERE id = $1`,
    [id, user.id],
  );
  return `/dimensions/private?server=${id}`;
}

/** Returns the status with which each address answers the page's member, and again without a session. */
const tryAddresses = (page: Page, addresses: readonly string[]): Promise<number[]> =>
  page.evaluate(
    (all) =>
      Promise.all(
        all.flatMap((address) =>
          [`Bearer ${localStorage.getItem('sessionId') ?? ''}`, undefined].map(
            async (session) =>
              (await fetch(address, session === undefined ? {} : { headers: { Authorization: session } }))
                .status,
          ),
        ),
      ),
    addresses,
  );

test.describe('files in a channel', () => {
  test('TLK-281 TLK-300 TLK-310 are shared by two members on two backends, and stay closed for everybody else', async ({
    product,
    visitAs,
  }) => {
    const author = await visitAs('Vesper Lund', 0);
    const reader = await visitAs('Otto', 1, 'mobile');
    const stranger = await visitAs('Nia', 1);
    await createDimension(author.page, 'Night Watch');
    const room = await join(product, reader);
    await reader.page.goto(room);
    await stranger.page.goto('/dimensions/public');
    await locateComposer(reader.page).waitFor();

    // The author adds all of them at once, describes one, and sends before they are ready.
    await author.page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await makeFiles());
    await author.page.getByLabel('Description of roof.jpg').fill('The roof before dawn');
    await locateComposer(author.page).fill(`All of last night. ${LINK}`);
    await locateComposer(author.page).press('Enter');
    await author.page.locator('.message[data-seq]').getByText('All of last night.').waitFor();
    await addPreview(product);
    const { page } = reader;
    await page.reload();
    await page.getByRole('button', { name: 'Open The roof before dawn' }).waitFor();
    await page.getByText('The Taurids tonight').waitFor();
    await checkPage(page, 'files', 'mobile');
    await checkPage(author.page, 'files', 'desktop');

    // A picture opens and moves on demand.
    await page.getByRole('button', { name: 'Play moving.gif' }).click();
    await page.getByRole('button', { name: 'Stop moving.gif' }).click();
    await page.getByRole('button', { name: 'Open The roof before dawn' }).click();
    await expect.poll(() => page.getByRole('dialog').getByRole('img').first().evaluate(hasLoaded)).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    // Sound plays, and the reader may go to any second of it.
    await page.getByRole('button', { name: 'Play owl.wav' }).click();
    const player = page.locator('audio');
    await expect.poll(() => player.evaluate((audio: HTMLAudioElement) => audio.duration)).toBe(1);
    const { pathname, search } = new URL(
      await player.evaluate((audio: HTMLAudioElement) => audio.currentSrc),
    );
    // What claims to be a picture is only ever stored.
    const downloads = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download evil.png' }).click(),
    ]);
    expect(downloads[0].suggestedFilename()).toBe('evil.png');

    const [message]: { id: string; paths: string[]; width: number }[] = await product.dataSource.query(
      `SELECT message_id AS id, array_agg(object_path ORDER BY place) AS paths
         FROM attachments WHERE message_id IS NOT NULL GROUP BY message_id ORDER BY message_id DESC LIMIT 1`,
    );
    const paths = message?.paths ?? [];
    expect(paths).toHaveLength(5);
    const addresses = paths.flatMap((path) => [path, `${path}?w=640`, `${path}?animated=true`]);
    const isOpen = (status: number, index: number) => index % 2 === 0 && status === 200;
    expect((await tryAddresses(page, paths)).filter(isOpen)).toHaveLength(5);
    const closed = new Set(await tryAddresses(stranger.page, addresses));
    expect(closed).toEqual(new Set([404]));
    for (const path of paths) {
      await expect(
        callApi(stranger.page, 'POST', `/api/objects/${path.split('/').at(-1)}/address`, {}),
      ).rejects.toThrow('404');
    }

    // After the deletion nobody has them, with any address of before.
    await author.page.locator('.message[data-seq]').hover();
    await author.page.getByRole('button', { name: /^Actions for the message by/u }).click();
    await author.page.getByRole('menuitem', { name: 'Delete' }).click();
    await author.page.getByRole('button', { name: 'Delete message' }).click();
    await expect(page.getByRole('button', { name: 'Open The roof before dawn' })).toHaveCount(0);
    await expect(page.getByText('The Taurids tonight')).toHaveCount(0);
    for (const each of [author, reader, stranger]) {
      const statuses = await tryAddresses(each.page, [...addresses, pathname + search]);
      expect(new Set(statuses), each.user.username).toEqual(new Set([404]));
    }
  });
});

/** Runs in the page. */
const hasLoaded = (image: Element): boolean =>
  image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0;
