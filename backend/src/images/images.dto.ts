import {
  type CreateImageBody,
  type NormalizeBody,
  RULES,
  type UpdateImageBody,
  type VisibilityBody,
} from '@oniverse/contracts';
import { Flag, Id, ListQueryDto, RuledText, Tags } from '@oniverse/platform/backend';

export class ImagesQueryDto extends ListQueryDto {
  @Id('Only what is on this board.', { optional: true })
  boardId?: string;

  @Flag('Only what others may see, or only what is hidden.', { inQuery: true })
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

  @Id('The board to put it on, one’s own.', { optional: true, clears: true })
  boardId?: string | null;

  @Flag('Whether others may see it; they may where it is absent.')
  isPublic?: boolean;
}

export class UpdateImageDto implements UpdateImageBody {
  @RuledText(RULES.image.title, { clears: 'by-null' })
  title?: string | null;

  @RuledText(RULES.image.description, { clears: true })
  description?: string | null;

  @Tags()
  tags?: string[];

  @Id('The board to move it to, one’s own; null takes it off its board.', { optional: true, clears: true })
  boardId?: string | null;
}

export class ImageVisibilityDto implements VisibilityBody {
  @Flag('Whether others may see the picture.', { optional: false })
  isPublic!: boolean;
}
