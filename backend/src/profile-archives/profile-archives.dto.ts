import { type CreateProfileArchiveBody, RULES, type UpdateProfileArchiveBody } from '@oniverse/contracts';
import { Flag, Id, ListQueryDto, RuledText, Tags } from '@oniverse/platform/backend';

class ProfileArchiveFieldsDto {
  @RuledText(RULES.profileArchive.markdownContent)
  markdownContent?: string;

  @Id('The capsule it belongs to; null for none.', { optional: true, clears: true })
  capsuleId?: string | null;

  @Tags()
  tags?: string[];

  @Flag('Whether the archive page leaves it out.')
  isHidden?: boolean;
}

export class CreateProfileArchiveDto extends ProfileArchiveFieldsDto implements CreateProfileArchiveBody {
  @RuledText(RULES.profileArchive.title)
  title!: string;
}

export class UpdateProfileArchiveDto extends ProfileArchiveFieldsDto implements UpdateProfileArchiveBody {
  @RuledText(RULES.profileArchive.title, { optional: true })
  title?: string;
}

export class ProfileArchivesQueryDto extends ListQueryDto {
  @Id('Only archives in this capsule.', { optional: true })
  capsuleId?: string;

  @Flag('Only hidden archives (true) or only visible ones (false).', { inQuery: true })
  isHidden?: boolean;
}
