import {
  createServerBody,
  RULES,
  textField,
  transferOwnershipBody,
  updateServerBody,
} from '@oniverse/contracts';
import { dtoOf, Field, PageQueryDto } from '@oniverse/platform/backend';

export class PublicServersQueryDto extends PageQueryDto {
  @Field(textField(RULES.search.q))
  q?: string;
}

export class CreateServerDto extends dtoOf(createServerBody) {}

export class UpdateServerDto extends dtoOf(updateServerBody) {}

export class TransferOwnershipDto extends dtoOf(transferOwnershipBody) {}
