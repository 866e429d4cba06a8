import {
  createImageBody,
  flagInQuery,
  idField,
  imageVisibilityBody,
  normalizeBody,
  omittable,
  tagInQuery,
  updateImageBody,
} from '@oniverse/contracts';
import { dtoOf, Field, ListQueryDto, PageQueryDto } from '@oniverse/platform/backend';

export class ImagesQueryDto extends ListQueryDto {
  @Field(omittable(idField('Only pictures on this board.')))
  boardId?: string;

  @Field(flagInQuery('Only visible pictures (true) or only hidden ones (false).'))
  isPublic?: boolean;
}

export class MemberImagesQueryDto extends PageQueryDto {
  @Field(omittable(idField('Only pictures on this board.')))
  boardId?: string;
}

/** The context of a picture, whose neighbours its page has. */
export class PicturePageQueryDto {
  @Field(tagInQuery('The neighbours are pictures with this tag.'))
  tag?: string;

  @Field(omittable(idField('Without a tag: the neighbours are pictures on this board.')))
  boardId?: string;
}

export class NormalizeDto extends dtoOf(normalizeBody) {}

export class CreateImageDto extends dtoOf(createImageBody) {}

export class UpdateImageDto extends dtoOf(updateImageBody) {}

export class ImageVisibilityDto extends dtoOf(imageVisibilityBody) {}
