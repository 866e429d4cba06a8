import {
  choiceField,
  createPostBody,
  FEED_SCOPES,
  type FeedScope,
  flagInQuery,
  LIVE_REQUESTS,
  MESSAGES,
  omittable,
  updatePostBody,
} from '@oniverse/contracts';
import { dtoOf, Field, ListQueryDto, PageQueryDto } from '@oniverse/platform/backend';

export class CreatePostDto extends dtoOf(createPostBody) {}

export class UpdatePostDto extends dtoOf(updatePostBody) {}

export class PostListQueryDto extends ListQueryDto {
  @Field(flagInQuery('Only visible posts (true) or only hidden ones (false).'))
  isPublic?: boolean;
}

export class FeedQueryDto extends PageQueryDto {
  @Field(omittable(choiceField(FEED_SCOPES, { description: 'Whose posts.', message: MESSAGES.badScope })))
  scope: FeedScope = 'all';
}

export class PostWatchDto extends dtoOf(LIVE_REQUESTS['post:watch'].body.fields) {}
