import { Inject, Injectable } from '@nestjs/common';
import { LINK_PREVIEW_LIMITS, messageLinksOf } from '@oniverse/contracts';
import { lockChannelOfMessage, MESSAGE_REVISED_TOPIC, type MessageRevisedHint } from '@oniverse/data';
import { CONFIG, type Config, LivePublisher } from '@oniverse/platform';
import { DataSource, type EntityManager } from 'typeorm';
import { hostsOf, parseFetchable } from './fetchable-address.js';
import { LinkFetches } from './link-fetches.js';
import {
  LinkPreviewsRepository,
  type PreviewedMessage,
  type StoredLink,
} from './link-previews.repository.js';

/** The text of a message changed while the pages were fetched, so that others are needed. */
class TextChanged extends Error {
  override name = 'TextChanged';
}

/** After this many changes of the text, the job starts over later. */
const MAX_ROUNDS = 5;

/** Brings the previews of a message in line with its text. */
@Injectable()
export class LinkPreviewsService {
  private readonly ownHosts: ReadonlySet<string>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: LinkPreviewsRepository,
    private readonly fetches: LinkFetches,
    private readonly live: LivePublisher,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.ownHosts = hostsOf(config.publicOrigins);
  }

  /**
   * @param acknowledge removes the job; false if it is already done
   * @throws JobPostponed while another fetch of one of the addresses, or from one of the hosts, runs
   */
  async update(messageId: string, acknowledge: (manager: EntityManager) => Promise<boolean>): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      await this.fetchMissing(messageId);
      const hint = await this.store(messageId, acknowledge);
      if (hint === 'changed') continue;
      if (hint) this.live.publishHint(MESSAGE_REVISED_TOPIC, hint);
      return;
    }
    throw new TextChanged('The text of the message changed too often.');
  }

  private async fetchMissing(messageId: string): Promise<void> {
    const message = await this.repository.findMessage(messageId);
    const { missing } = message ? await this.compare(message) : { missing: [] };
    for (const address of missing) await this.fetches.fetchIntoCache(address);
  }

  /** @returns the hint to publish, if the previews changed; `changed` if other pages are needed now */
  private async store(
    messageId: string,
    acknowledge: (manager: EntityManager) => Promise<boolean>,
  ): Promise<MessageRevisedHint | 'changed' | undefined> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        if (!(await acknowledge(manager))) return undefined;
        await lockChannelOfMessage(manager, messageId);
        const message = await this.repository.findMessage(messageId, manager);
        if (!message) return undefined;
        const { missing, links, stored } = await this.compare(message, manager);
        if (missing.length > 0) throw new TextChanged();
        if (areEqual(links, stored)) return undefined;
        await this.repository.replaceLinks(manager, message, links);
        return { channelId: message.channelId, rev: await this.repository.touch(manager, messageId) };
      });
    } catch (error) {
      if (error instanceof TextChanged) return 'changed';
      throw error;
    }
  }

  /**
   * Compares the text of a message with its stored links: which pages must be fetched, and which links it then has. It keeps
   * the previews that it has, does not get a removed one again, and gets no others while previews are off.
   */
  private async compare(message: PreviewedMessage, manager?: EntityManager) {
    const addresses = this.addressesIn(message.content);
    const stored = await this.repository.listLinks(message, manager);
    const isOn = this.config.linkPreviews && message.hasPreviews;
    const unknown = addresses.filter((each) => isOn && !stored.some(({ address }) => address === each));
    const cached = await this.repository.findCached(unknown, manager);
    const links = addresses.flatMap((address, index): StoredLink[] => {
      const known = stored.find((link) => link.address === address);
      const previewId = known ? known.previewId : cached.get(address);
      return known || typeof previewId === 'string'
        ? [{ place: index + 1, address, previewId: previewId ?? null }]
        : [];
    });
    return { missing: unknown.filter((each) => !cached.has(each)), links, stored };
  }

  /** Returns the addresses in a text that may get previews. */
  private addressesIn(content: string): string[] {
    return messageLinksOf(content)
      .filter((address) => parseFetchable(address, this.ownHosts))
      .slice(0, LINK_PREVIEW_LIMITS.perMessage);
  }
}

const areEqual = (some: readonly StoredLink[], others: readonly StoredLink[]): boolean =>
  some.length === others.length &&
  some.every(({ place, address, previewId }, index) => {
    const other = others[index];
    return place === other?.place && address === other.address && previewId === other.previewId;
  });
