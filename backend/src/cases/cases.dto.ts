import {
  CASE_STATE_FIELD,
  CASE_STATES,
  type CaseState,
  choiceField,
  closeServerCaseBody,
  omittable,
} from '@oniverse/contracts';
import { dtoOf, Field, PageQueryDto } from '@oniverse/platform/backend';

export class CasesQueryDto extends PageQueryDto {
  @Field(omittable(choiceField(CASE_STATES, CASE_STATE_FIELD)))
  state: CaseState = 'open';
}

export class CloseServerCaseDto extends dtoOf(closeServerCaseBody) {}
