import { type CreateProfileArchiveBody, RULES, type UpdateProfileArchiveBody } from '@oniverse/contracts';
import { Flag, Id, ListQueryDto, RuledText, Tags } from '@oniverse/platform/backend';

/** What of an archive may be given when it is made, and later. */
class ProfileArchiveFieldsDto {
  @RuledText(RULES.profileArchive.markdownContent)
  markdownContent?: string;

  @Id('The capsule that it lies in; null for none.', { optional: true, clears: true })
  capsuleId?: string | null;

  @Tags()
  tags?: string[];

  @Flag('Whether it is kept out of the archive page.')
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
  @Id('Only what lies in this capsule.', { optional: true })
  capsuleId?: string;

  @Flag('Only what is hidden, or only what is not.', { inQuery: true })
  isHidden?: boolean;
}
