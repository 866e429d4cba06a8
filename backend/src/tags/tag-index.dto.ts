import { tagInQuery } from '@oniverse/contracts';
import { Field, PageQueryDto } from '@oniverse/platform/backend';

export class TagNamesQueryDto extends PageQueryDto {
  @Field(tagInQuery('Only tags that begin with this text.'))
  prefix?: string;
}
