import { BOOKMARK_KINDS, type BookmarkKind, choiceField, MESSAGES, omittable } from '@oniverse/contracts';
import { Field, PageQueryDto } from '@oniverse/platform/backend';

export class BookmarkListQueryDto extends PageQueryDto {
  @Field(
    omittable(choiceField(BOOKMARK_KINDS, { description: 'Only this kind.', message: MESSAGES.badKind })),
  )
  kind?: BookmarkKind;
}
