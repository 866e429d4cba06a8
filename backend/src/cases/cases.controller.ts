import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import {
  schema,
  type ServerCaseDetail,
  serverCaseDetailSchema,
  serverCaseSchema,
  type ServerCaseView,
} from '@oniverse/contracts';
import { Call, type Page, PathId } from '@oniverse/platform/backend';
import { CurrentSession } from '../sessions/current-session.decorator.js';
import type { SessionContext } from '../sessions/session.js';
import { CasesQueryDto, CloseServerCaseDto } from './cases.dto.js';
import { CasesService } from './cases.service.js';

@Controller('servers/:id/cases')
export class CasesController {
  constructor(private readonly cases: CasesService) {}

  @Get()
  @Call({
    summary: 'Lists the cases about messages of a dimension, newest first',
    description:
      'For the owner and moderators. Cases about the owner, or for a moderator about another one, are left out.',
    answer: schema.list(serverCaseSchema),
    paged: true,
    problems: ['not_found', 'forbidden'],
  })
  async list(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @Query() query: CasesQueryDto,
  ): Promise<Page<ServerCaseView>> {
    return this.cases.list(session.userId, id, query);
  }

  @Get(':caseId')
  @Call({
    summary: 'Returns a case with its snapshot and reports',
    description: 'For the owner and moderators. It does not say who reported.',
    answer: serverCaseDetailSchema,
    problems: ['not_found', 'forbidden'],
  })
  async find(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @PathId('The case.', 'caseId') caseId: string,
  ): Promise<ServerCaseDetail> {
    return this.cases.find(session.userId, id, caseId);
  }

  @Post(':caseId/close')
  @Call({
    summary: 'Closes a case',
    description:
      'For the owner and moderators. Every outcome but `none` deletes the message. The reporters learn the outcome.',
    answer: serverCaseDetailSchema,
    problems: ['not_found', 'forbidden', 'case_closed'],
  })
  async close(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @PathId('The case.', 'caseId') caseId: string,
    @Body() body: CloseServerCaseDto,
  ): Promise<ServerCaseDetail> {
    return this.cases.close(session.userId, id, caseId, body);
  }

  @Post(':caseId/hand-on')
  @Call({
    summary: 'Hands a case on to the operators of the site',
    description: 'For the owner and moderators. The case leaves their queue.',
    answer: serverCaseDetailSchema,
    problems: ['not_found', 'forbidden', 'case_closed'],
  })
  async handOn(
    @CurrentSession() session: SessionContext,
    @PathId('The dimension.') id: string,
    @PathId('The case.', 'caseId') caseId: string,
  ): Promise<ServerCaseDetail> {
    return this.cases.handOn(session.userId, id, caseId);
  }
}
