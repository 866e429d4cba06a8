import { type BoardBody, RULES, type VisibilityBody } from '@oniverse/contracts';
import { Flag, RuledText, Tags } from '@oniverse/platform/backend';

export class BoardDto implements BoardBody {
  @RuledText(RULES.board.name)
  name!: string;

  @RuledText(RULES.board.description, { clears: true })
  description?: string | null;

  @Tags()
  tags?: string[];
}

export class BoardVisibilityDto implements VisibilityBody {
  @Flag('Whether others may see the board and all its pictures.', { optional: false })
  isPublic!: boolean;
}
