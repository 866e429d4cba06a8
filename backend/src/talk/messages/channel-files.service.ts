import { Injectable } from '@nestjs/common';
import {
  type ChannelFileFilter,
  FILTERED_ATTACHMENTS,
  messageAddressesOf,
  type MessageView,
} from '@oniverse/contracts';
import { Page, type PageQueryDto } from '@oniverse/platform/backend';
import { AccessService } from '../../shared/index.js';
import { ChannelFilesRepository } from './channel-files.repository.js';
import { messageView } from './messages.view.js';
import { OwnReactions } from './own-reactions.js';

type FilesQuery = Pick<PageQueryDto, 'limit' | 'cursor'> & { kind: ChannelFileFilter };

/** Lists what members shared in a channel or thread. */
@Injectable()
export class ChannelFilesService {
  constructor(
    private readonly access: AccessService,
    private readonly repository: ChannelFilesRepository,
    private readonly ownReactions: OwnReactions,
  ) {}

  /** Newest message first. @throws ProblemError `not_found` */
  async list(userId: string, channelId: string, { kind, ...page }: FilesQuery): Promise<Page<MessageView>> {
    const { parentId } = await this.access.requireChannelRead(userId, channelId);
    const rows =
      kind === 'links'
        ? await this.repository.listWithLinks(channelId, page)
        : await this.repository.listWithFiles(
            { channelId, isThread: parentId !== null },
            FILTERED_ATTACHMENTS[kind],
            page,
          );
    const messages = await this.ownReactions.mark(userId, rows.map(messageView));
    const found = Page.of(messages, page.limit, (message) => message);
    // An address in code is no link, and what expired has no files.
    const isListed = ({ content, attachments }: MessageView) =>
      kind === 'links' ? messageAddressesOf(content).length > 0 : attachments !== undefined;
    return found.withItems(found.items.filter(isListed));
  }
}
