import { Controller } from '@nestjs/common';
import { listDrafts, saveDraft } from '@oniverse/contracts';
import { Handles, type Received } from '../../shared/index.js';
import { DraftsService } from './drafts.service.js';

@Controller()
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @Handles(listDrafts)
  async list({ session, query }: Received<typeof listDrafts>) {
    return this.drafts.list(session.userId, query);
  }

  @Handles(saveDraft)
  async save({ session, id, body }: Received<typeof saveDraft>) {
    return this.drafts.save(session.userId, id, body);
  }
}
