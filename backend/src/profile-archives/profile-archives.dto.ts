import {
  createProfileArchiveBody,
  flagInQuery,
  idField,
  omittable,
  updateProfileArchiveBody,
} from '@oniverse/contracts';
import { dtoOf, Field, ListQueryDto } from '@oniverse/platform/backend';

export class CreateProfileArchiveDto extends dtoOf(createProfileArchiveBody) {}

export class UpdateProfileArchiveDto extends dtoOf(updateProfileArchiveBody) {}

export class ProfileArchivesQueryDto extends ListQueryDto {
  @Field(omittable(idField('Only archives in this capsule.')))
  capsuleId?: string;

  @Field(flagInQuery('Only hidden archives (true) or only visible ones (false).'))
  isHidden?: boolean;
}
