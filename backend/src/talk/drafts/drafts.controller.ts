import { Controller } from '@nestjs/common';
import { type DraftView, type InputOf, listDrafts, saveDraft } from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { DraftsService } from './drafts.service.js';

@Controller()
export class DraftsController {
  constructor(private readonly drafts: DraftsService) {}

  @Handles(listDrafts)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { query }: InputOf<typeof listDrafts>,
  ): Promise<Page<DraftView>> {
    return this.drafts.list(session.userId, query);
  }

  @Handles(saveDraft)
  async save(
    @CurrentSession() session: SessionContext,
    @Input() { id, body }: InputOf<typeof saveDraft>,
  ): Promise<DraftView> {
    return this.drafts.save(session.userId, id, body);
  }
}
