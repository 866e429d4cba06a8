import {
  type CreatePostBody,
  FEED_SCOPES,
  type FeedScope,
  MESSAGES,
  RULES,
  type UpdatePostBody,
} from '@oniverse/contracts';
import { Flag, ListQueryDto, OneOf, PageQueryDto, RuledText, Tags } from '@oniverse/platform/backend';

const SHOWN = 'Whether others may read it.';

export class CreatePostDto implements CreatePostBody {
  @RuledText(RULES.post.title)
  title!: string;

  @RuledText(RULES.post.content)
  content?: string;

  @RuledText(RULES.post.markdownContent)
  markdownContent?: string;

  @Tags()
  tags?: string[];

  @Flag(SHOWN)
  isPublic?: boolean;
}

export class UpdatePostDto implements UpdatePostBody {
  @RuledText(RULES.post.title, { optional: true })
  title?: string;

  @RuledText(RULES.postEdit.markdownContent, { optional: true })
  markdownContent?: string;

  @Tags()
  tags?: string[];

  @Flag(SHOWN)
  isPublic?: boolean;

  @Flag('Whether it is archived.')
  isArchived?: boolean;
}

export class PostListQueryDto extends ListQueryDto {
  @Flag('Only visible posts (true) or only hidden ones (false).', { inQuery: true })
  isPublic?: boolean;
}

export class FeedQueryDto extends PageQueryDto {
  @OneOf(FEED_SCOPES, { description: 'Whose posts.', message: MESSAGES.badScope })
  scope: FeedScope = 'all';
}
