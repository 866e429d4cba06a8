import { Controller } from '@nestjs/common';
import {
  closeServerCase,
  getServerCase,
  handOnServerCase,
  type InputOf,
  listServerCases,
  type ServerCaseDetail,
  type ServerCaseView,
} from '@oniverse/contracts';
import { Handles, Input, type Page } from '@oniverse/platform/backend';
import { CurrentSession, type SessionContext } from '../../shared/index.js';
import { CasesService } from './cases.service.js';

@Controller()
export class CasesController {
  constructor(private readonly cases: CasesService) {}

  @Handles(listServerCases)
  async list(
    @CurrentSession() session: SessionContext,
    @Input() { id, query }: InputOf<typeof listServerCases>,
  ): Promise<Page<ServerCaseView>> {
    return this.cases.list(session.userId, id, query);
  }

  @Handles(getServerCase)
  async find(
    @CurrentSession() session: SessionContext,
    @Input() { id, caseId }: InputOf<typeof getServerCase>,
  ): Promise<ServerCaseDetail> {
    return this.cases.find(session.userId, id, caseId);
  }

  @Handles(closeServerCase)
  async close(
    @CurrentSession() session: SessionContext,
    @Input() { id, caseId, body }: InputOf<typeof closeServerCase>,
  ): Promise<ServerCaseDetail> {
    return this.cases.close(session.userId, id, caseId, body);
  }

  @Handles(handOnServerCase)
  async handOn(
    @CurrentSession() session: SessionContext,
    @Input() { id, caseId }: InputOf<typeof handOnServerCase>,
  ): Promise<ServerCaseDetail> {
    return this.cases.handOn(session.userId, id, caseId);
  }
}
