import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Channel,
  LinkPreview,
  Message,
  MESSAGE_REVISED_TOPIC,
  MessageLink,
  OUTBOX_TOPICS,
  OutboxRow,
  Server,
  StoredObject,
  User,
} from '@oniverse/data';
import { createLogger } from '@oniverse/platform';
import { JobPostponed } from '@oniverse/platform/worker';
import { makeMember, makeServer, TestStack } from '@oniverse/testing';
import sharp from 'sharp';
import { PurgeObjects } from '../../album/purge-objects.js';
import { PictureMutex } from '../../shared/index.js';
import { LocalInternet } from '../../testing/local-internet.js';
import { PictureFixture } from '../../testing/picture-fixture.js';
import { drawQuarters, pngBomb } from '../../testing/pictures.js';
import { hostsOf } from './fetchable-address.js';
import { HostBusyError, HostLocks } from './host-locks.js';
import { LinkFetches } from './link-fetches.js';
import { LinkPreviewsRepository } from './link-previews.repository.js';
import { LinkPreviewsService } from './link-previews.service.js';
import { PageFetcher } from './page-fetcher.js';
import { PreviewLinks } from './preview-links.js';
import { PurgeLinkPreviews } from './purge-link-previews.js';

const SITE = 'https://oniverse.example';

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((settle) => (resolve = settle));
  return { promise, resolve: () => resolve() };
}

describe('PreviewLinks', () => {
  let stack: TestStack;
  let internet: LocalInternet;
  let pictures: PictureFixture;
  let repository: LinkPreviewsRepository;
  let locks: HostLocks;
  let job: PreviewLinks;
  let author: User;
  let server: Server;
  let channel: Channel;
  /** Pages and pictures by host and path. */
  let pages: Record<string, RequestListener> = {};
  let hosts = 0;
  let host: string;

  beforeAll(async () => {
    stack = await TestStack.start();
    internet = await LocalInternet.start();
    repository = new LinkPreviewsRepository(stack.dataSource);
    locks = new HostLocks(stack.dataSource);
  });

  beforeEach(async () => {
    internet.reset();
    pages = {};
    internet.answer = (request, response) => {
      const answer = pages[`${request.headers.host}${request.url}`];
      if (answer) answer(request, response);
      else response.writeHead(404).end();
    };
    hosts += 1;
    // The cache is shared by the tests.
    host = `page-${hosts}.example`;
    pictures = new PictureFixture(stack);
    job = newJob();
    author = (await makeMember(stack.dataSource)).user;
    ({ server, channel } = await makeServer(stack.dataSource, { members: [author] }));
  });

  afterAll(async () => {
    await internet.stop();
    await stack.stop();
  });

  const newJob = ({ linkPreviews = true } = {}): PreviewLinks => {
    const logger = createLogger('test', 'silent');
    const config = stack.config({ linkPreviews, publicOrigins: [SITE] });
    const fetcher = new PageFetcher(internet, locks, hostsOf(config.publicOrigins));
    const fetches = new LinkFetches(
      stack.dataSource,
      repository,
      fetcher,
      new PictureMutex(),
      pictures.objects,
      pictures.store,
      logger,
    );
    return new PreviewLinks(
      stack.dataSource,
      new LinkPreviewsService(stack.dataSource, repository, fetches, pictures.live, config),
    );
  };
  const page =
    (html: string): RequestListener =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    };
  const picture =
    (bytes: Buffer): RequestListener =>
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(bytes);
    };
  const titled = (title: string) => page(`<title>${title}</title>`);
  /** Inserts a message with its job, as its transaction leaves them. */
  const write = async (content: string): Promise<string> => {
    const { lastSeq } = await head();
    const { id } = await stack.dataSource.getRepository(Message).save({
      channelId: channel.id,
      userId: author.id,
      seq: lastSeq + 1,
      rev: lastSeq + 1,
      nonce: `${lastSeq}`,
      content,
    });
    await stack.dataSource.query(
      'UPDATE channels SET last_seq = last_seq + 1, last_rev = last_rev + 1 WHERE id = $1',
      [channel.id],
    );
    await pictures.enqueue(OUTBOX_TOPICS.previewLinks, id);
    return id;
  };
  const edit = async (id: string, content: string): Promise<void> => {
    await stack.dataSource.getRepository(Message).update({ id }, { content });
    await pictures.enqueue(OUTBOX_TOPICS.previewLinks, id);
  };
  const head = () => stack.dataSource.getRepository(Channel).findOneByOrFail({ id: channel.id });
  const linksOf = (id: string) =>
    stack.dataSource
      .getRepository(MessageLink)
      .find({ where: { channelId: channel.id }, order: { place: 'ASC' } })
      .then(async (links) => {
        const { seq } = await stack.dataSource.getRepository(Message).findOneByOrFail({ id });
        return links.filter((link) => link.seq === seq);
      });
  /** Returns the previews of a message as its readers get them. */
  const shown = async (id: string): Promise<unknown> => {
    const rows: { links: unknown }[] = await stack.dataSource.query(
      'SELECT links_of_message(channel_id, seq) AS links FROM messages WHERE id = $1',
      [id],
    );
    return rows[0]?.links;
  };
  const pending = () =>
    stack.dataSource.getRepository(OutboxRow).countBy({ topic: OUTBOX_TOPICS.previewLinks });
  const expire = (days: number) =>
    stack.dataSource.query(
      `UPDATE link_previews SET expires_at = expires_at - $1::integer * interval '1 day'`,
      [days],
    );

  it('TLK-310 TLK-316 stores what a page says as a revision of the message, and hints at it', async () => {
    pages = {
      [`${host}/taurids`]: page(
        `<meta property="og:site_name" content="Skywatch"><meta property="og:title" content="Northern Taurids">
         <meta property="og:description" content="A slow shower."><meta property="og:image" content="/saturn.jpg">`,
      ),
      [`${host}/saturn.jpg`]: picture(await drawQuarters(900, 600).jpeg().toBuffer()),
    };
    const id = await write(`One of these: http://${host}/taurids#top`);
    await job.run(id);
    const [link] = await linksOf(id);
    const preview = await stack.dataSource
      .getRepository(LinkPreview)
      .findOneByOrFail({ id: link?.previewId ?? '' });
    expect(await shown(id)).toEqual([
      {
        place: 1,
        address: `http://${host}/taurids`,
        site: 'Skywatch',
        title: 'Northern Taurids',
        description: 'A slow shower.',
        picture: { path: preview.picturePath, width: 208, height: 208 },
      },
    ]);
    const message = await stack.dataSource.getRepository(Message).findOneByOrFail({ id });
    expect([message.rev, (await head()).lastRev]).toEqual([2, 2]);
    expect(message.revisedAt).not.toBeNull();
    expect(pictures.live.hints).toEqual([
      { topic: MESSAGE_REVISED_TOPIC, payload: { channelId: channel.id, rev: 2 } },
    ]);
    expect(await pending()).toBe(0);
    await job.run(id);
    expect((await head()).lastRev).toBe(2);
  });

  it('TLK-433 shows the previews of a conversation that a member asked for', async () => {
    pages = { [`${host}/taurids`]: titled('Northern Taurids') };
    channel = await stack.dataSource.getRepository(Channel).save({ name: '', isConversation: true });
    const id = await write(`http://${host}/taurids`);
    await job.run(id);
    expect(await shown(id)).toMatchObject([{ title: 'Northern Taurids' }]);
  });

  it('TLK-314 stores the picture as a small WebP without an owner', async () => {
    pages = { [`${host}/a.jpg`]: picture(await drawQuarters(1_200, 630).jpeg().toBuffer()) };
    const id = await write(`http://${host}/a.jpg`);
    await job.run(id);
    const [link] = await linksOf(id);
    const { picturePath: path } = await stack.dataSource
      .getRepository(LinkPreview)
      .findOneByOrFail({ id: link?.previewId ?? '' });
    const bytes = await pictures.bytesOf(path ?? '');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 208, height: 208 });
    expect(await stack.dataSource.getRepository(StoredObject).findOneBy({ path: path ?? '' })).toMatchObject({
      userId: null,
      state: 'used',
      contentType: 'image/webp',
      size: bytes.length,
    });
    expect(await shown(id)).toMatchObject([{ place: 1, picture: { path } }]);
  });

  it.each<[string, () => Promise<RequestListener>]>([
    ['is damaged', async () => picture(Buffer.from('no picture'))],
    ['has too many pixels', async () => picture(pngBomb(11_000, 11_000))],
    ['does not exist', async () => (_request, response) => response.writeHead(404).end()],
    ['is a page', async () => titled('x')],
  ])('TLK-314 shows a page without its picture if the picture %s', async (_name, serve) => {
    pages = {
      [`${host}/`]: page(`<title>x</title><meta property="og:image" content="a.jpg">`),
      [`${host}/a.jpg`]: await serve(),
    };
    const id = await write(`http://${host}/`);
    await job.run(id);
    expect(await shown(id)).toEqual([{ place: 1, address: `http://${host}/`, title: 'x' }]);
  });

  it('TLK-310 previews the first three links outside of code, and none to this site', async () => {
    for (const name of ['a', 'b', 'c', 'd']) pages[`${host}/${name}`] = titled(name);
    const at = (path: string) => `http://${host}/${path}`;
    const id = await write(
      `\`${at('code')}\` ${SITE}/dimensions ${at('a')} [label](${at('b')}) ${at('a')}#again ${at('c')} ${at('d')}`,
    );
    await job.run(id);
    expect(await shown(id)).toEqual(
      ['a', 'b', 'c'].map((title, index) => ({ place: index + 1, address: at(title), title })),
    );
    expect(internet.requests).toHaveLength(3);
  });

  it('TLK-310 TLK-323 leaves a message whose pages say nothing as it is', async () => {
    const id = await write(`http://${host}/missing http://10.0.0.1/`);
    await job.run(id);
    expect(await shown(id)).toBeNull();
    expect((await head()).lastRev).toBe(1);
    expect(pictures.live.hints).toEqual([]);
    expect(await pending()).toBe(0);
  });

  it('TLK-315 fetches a page once a week, and one that fails once a day', async () => {
    pages = { [`${host}/`]: titled('first') };
    const address = `http://${host}/`;
    const missing = `http://${host}/missing`;
    const visit = async () => {
      const id = await write(`${address} ${missing}`);
      internet.requests = [];
      await job.run(id);
      return [await shown(id), internet.requests.map(({ url }) => url)];
    };
    const preview = (title: string) => [{ place: 1, address, title }];
    expect(await visit()).toEqual([preview('first'), [`${host}/`, `${host}/missing`]]);
    pages = { [`${host}/`]: titled('second') };
    expect(await visit()).toEqual([preview('first'), []]);
    await expire(1);
    expect(await visit()).toEqual([preview('first'), [`${host}/missing`]]);
    await expire(6);
    expect(await visit()).toEqual([preview('second'), [`${host}/`, `${host}/missing`]]);
  });

  it('TLK-315 gives a page up that ended four workers', async () => {
    const address = `http://${host}/`;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      expect(await repository.claim(address)).toMatchObject({ attempts: attempt + 1 });
      await expire(1);
    }
    pages = { [`${host}/`]: titled('x') };
    const id = await write(address);
    await job.run(id);
    expect(await shown(id)).toBeNull();
    expect(internet.requests).toEqual([]);
  });

  it('TLK-315 deletes previews that no message has, and their pictures', async () => {
    pages = { [`${host}/a.jpg`]: picture(await drawQuarters(300, 300).jpeg().toBuffer()) };
    const id = await write(`http://${host}/a.jpg`);
    await job.run(id);
    const [link] = await linksOf(id);
    const previews = stack.dataSource.getRepository(LinkPreview);
    const { picturePath } = await previews.findOneByOrFail({ id: link?.previewId ?? '' });
    const path = picturePath ?? '';
    await expire(7);
    const [purge, purgeObjects] = [
      new PurgeLinkPreviews(repository),
      new PurgeObjects(stack.dataSource, pictures.store),
    ];
    await purge.run();
    await purgeObjects.run();
    expect(await previews.existsBy({ picturePath: path })).toBe(true);
    expect(await pictures.isStored(path)).toBe(true);
    await stack.dataSource.getRepository(MessageLink).delete({ channelId: channel.id });
    await purge.run();
    await purgeObjects.run();
    expect(await previews.existsBy({ picturePath: path })).toBe(false);
    expect(await pictures.isStored(path)).toBe(false);
  });

  it('TLK-315 fetches a page once for messages that arrive together, and postpones the others', async () => {
    const { promise, resolve: begin } = deferred();
    let answer = () => {};
    pages = {
      [`${host}/`]: (request, response) => {
        answer = () => titled('x')(request, response);
        begin();
      },
    };
    const [first, second] = [await write(`http://${host}/`), await write(`http://${host}/`)];
    const running = job.run(first);
    await promise;
    await expect(newJob().run(second)).rejects.toThrow(JobPostponed);
    answer();
    await running;
    await newJob().run(second);
    expect(await shown(first)).toEqual(await shown(second));
    expect(internet.requests).toHaveLength(1);
  });

  it('TLK-314 leaves no object if another worker took the fetch over and ended it', async () => {
    const bytes = await drawQuarters(300, 300).jpeg().toBuffer();
    const previews = stack.dataSource.getRepository(LinkPreview);
    pages = {
      [`${host}/a.jpg`]: (request, response) => {
        void previews
          .findOneByOrFail({ state: 'pending', attempts: 1 })
          .then((claim) => repository.complete(stack.dataSource.manager, claim, undefined))
          .then(() => picture(bytes)(request, response));
      },
    };
    const before = await stack.dataSource.getRepository(StoredObject).count();
    const id = await write(`http://${host}/a.jpg`);
    await job.run(id);
    expect(await shown(id)).toBeNull();
    expect(await stack.dataSource.getRepository(StoredObject).count()).toBe(before);
  });

  it('LIV-132 fetches nothing for a job that nobody enqueued', async () => {
    pages = { [`${host}/`]: titled('x') };
    const id = await write(`http://${host}/`);
    await stack.dataSource.getRepository(OutboxRow).delete({ subject: id });
    await job.run(id);
    expect(internet.requests).toEqual([]);
  });

  it('TLK-312 postpones the job while a fetch from the host runs, and counts no attempt', async () => {
    pages = { [`${host}/`]: titled('x') };
    const id = await write(`http://${host}/`);
    await locks.run(host, 0, async () => {
      await expect(job.run(id)).rejects.toThrow(HostBusyError);
    });
    expect(await pending()).toBe(1);
    expect(
      await stack.dataSource.getRepository(LinkPreview).findOneBy({ state: 'pending', attempts: 0 }),
    ).not.toBeNull();
    await job.run(id);
    expect(await shown(id)).toMatchObject([{ title: 'x' }]);
  });

  it('TLK-317 keeps the previews of links that stay, and fetches those of new ones', async () => {
    for (const name of ['a', 'b']) pages[`${host}/${name}`] = titled(name);
    const at = (path: string) => `http://${host}/${path}`;
    const id = await write(at('a'));
    await job.run(id);
    await expire(7);
    pages[`${host}/a`] = titled('changed');
    await edit(id, `${at('b')} ${at('a')}`);
    await job.run(id);
    expect(await shown(id)).toEqual([
      { place: 1, address: at('b'), title: 'b' },
      { place: 2, address: at('a'), title: 'a' },
    ]);
    await edit(id, at('b'));
    await job.run(id);
    expect(await shown(id)).toEqual([{ place: 1, address: at('b'), title: 'b' }]);
  });

  it('TLK-317 reads the text again if it changes while the page is fetched', async () => {
    const at = (path: string) => `http://${host}/${path}`;
    pages = {
      [`${host}/a`]: (request, response) => {
        void edit(id, at('b')).then(() => titled('a')(request, response));
      },
      [`${host}/b`]: titled('b'),
    };
    const id: string = await write(at('a'));
    await job.run(id);
    expect(await shown(id)).toEqual([{ place: 1, address: at('b'), title: 'b' }]);
    expect(await pending()).toBe(0);
  });

  it('TLK-318 does not bring a removed preview back with an edit', async () => {
    pages = { [`${host}/`]: titled('x') };
    const id = await write(`http://${host}/`);
    await job.run(id);
    await stack.dataSource.getRepository(MessageLink).update({ channelId: channel.id }, { previewId: null });
    await edit(id, `see http://${host}/`);
    await job.run(id);
    expect(await shown(id)).toBeNull();
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'is deleted',
      (id) => stack.dataSource.getRepository(Message).update({ id }, { content: '', deletedAt: new Date() }),
    ],
    ['lost its author', (id) => stack.dataSource.getRepository(Message).update({ id }, { userId: null })],
    ['is gone', (id) => stack.dataSource.getRepository(Message).delete({ id })],
  ])('TLK-317 fetches nothing for a message that %s', async (_name, change) => {
    const id = await write(`http://${host}/`);
    await change(id);
    await job.run(id);
    expect(internet.requests).toEqual([]);
    expect(await pending()).toBe(0);
  });

  it('TLK-319 fetches nothing for a dimension without previews, and shows none there', async () => {
    pages = { [`${host}/a`]: titled('a') };
    const before = await write(`http://${host}/a`);
    await job.run(before);
    const servers = stack.dataSource.getRepository(Server);
    await servers.update({ id: server.id }, { hasLinkPreviews: false });
    internet.requests = [];
    const id = await write(`http://${host}/b`);
    await job.run(id);
    expect(internet.requests).toEqual([]);
    expect([await shown(before), await shown(id)]).toEqual([null, null]);
    await servers.update({ id: server.id }, { hasLinkPreviews: true });
    expect(await shown(before)).toMatchObject([{ title: 'a' }]);
  });

  it('TLK-321 fetches nothing if the operator switched previews off, and keeps those that exist', async () => {
    pages = { [`${host}/a`]: titled('a') };
    const id = await write(`http://${host}/a`);
    await job.run(id);
    internet.requests = [];
    await edit(id, `http://${host}/b http://${host}/a`);
    await newJob({ linkPreviews: false }).run(id);
    expect(internet.requests).toEqual([]);
    expect(await shown(id)).toMatchObject([{ place: 2, title: 'a' }]);
    expect(await pending()).toBe(0);
  });
});
