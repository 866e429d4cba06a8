import {
  type CreateImageBody,
  type NormalizeBody,
  RULES,
  type UpdateImageBody,
  type VisibilityBody,
} from '@oniverse/contracts';
import { Flag, Id, ListQueryDto, RuledText, Tags } from '@oniverse/platform/backend';

export class ImagesQueryDto extends ListQueryDto {
  @Id('Only pictures on this board.', { optional: true })
  boardId?: string;

  @Flag('Only visible pictures (true) or only hidden ones (false).', { inQuery: true })
  isPublic?: boolean;
}

export class NormalizeDto implements NormalizeBody {
  @RuledText(RULES.image.imageUrl)
  imageUrl!: string;
}

export class CreateImageDto extends NormalizeDto implements CreateImageBody {
  @RuledText(RULES.image.title)
  title?: string;

  @RuledText(RULES.image.description)
  description?: string;

  @Tags()
  tags?: string[];

  @Id("One of the caller's boards to add it to.", { optional: true, clears: true })
  boardId?: string | null;

  @Flag('Whether others may see it. Defaults to true.')
  isPublic?: boolean;
}

export class UpdateImageDto implements UpdateImageBody {
  @RuledText(RULES.image.title, { clears: 'by-null' })
  title?: string | null;

  @RuledText(RULES.image.description, { clears: true })
  description?: string | null;

  @Tags()
  tags?: string[];

  @Id("One of the caller's boards to move it to; null takes it off its board.", {
    optional: true,
    clears: true,
  })
  boardId?: string | null;
}

export class ImageVisibilityDto implements VisibilityBody {
  @Flag('Whether others may see the picture.', { optional: false })
  isPublic!: boolean;
}
