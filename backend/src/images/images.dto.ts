import {
  createImageBody,
  flagInQuery,
  idField,
  imageVisibilityBody,
  normalizeBody,
  omittable,
  updateImageBody,
} from '@oniverse/contracts';
import { dtoOf, Field, ListQueryDto } from '@oniverse/platform/backend';

export class ImagesQueryDto extends ListQueryDto {
  @Field(omittable(idField('Only pictures on this board.')))
  boardId?: string;

  @Field(flagInQuery('Only visible pictures (true) or only hidden ones (false).'))
  isPublic?: boolean;
}

export class NormalizeDto extends dtoOf(normalizeBody) {}

export class CreateImageDto extends dtoOf(createImageBody) {}

export class UpdateImageDto extends dtoOf(updateImageBody) {}

export class ImageVisibilityDto extends dtoOf(imageVisibilityBody) {}
