import { Controller } from '@nestjs/common';
import { askForLinkPreviews, removeLinkPreview } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { LinkPreviewsService } from './link-previews.service.js';

@Controller()
export class LinkPreviewsController {
  constructor(private readonly previews: LinkPreviewsService) {}

  @Handles(askForLinkPreviews)
  async ask({ session, id }: Received<typeof askForLinkPreviews>) {
    return this.previews.request(session.userId, id);
  }

  @Handles(removeLinkPreview)
  async remove({ session, id, place }: Received<typeof removeLinkPreview>) {
    return this.previews.remove(session.userId, id, place);
  }
}
