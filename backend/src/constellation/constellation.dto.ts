import {
  CONSTELLATION,
  CONSTELLATION_HISTORY,
  idField,
  idsInQuery,
  MESSAGES,
  numberInQuery,
  omittable,
  PATH,
  RULES,
  textField,
} from '@oniverse/contracts';
import { Field } from '@oniverse/platform/backend';

export class ConstellationQueryDto {
  @Field(
    numberInQuery('The maximum number of members.', {
      min: 1,
      max: CONSTELLATION.maxNodes,
      message: MESSAGES.badNodeLimit,
      example: CONSTELLATION.nodes,
    }),
  )
  limit: number = CONSTELLATION.nodes;

  @Field(omittable(idField('The member at the center of the neighbourhood; the caller by default.')))
  around?: string;
}

export class HistoryQueryDto extends ConstellationQueryDto {
  @Field(
    numberInQuery('The number of weeks, up to the present one.', {
      min: 1,
      max: CONSTELLATION_HISTORY.weeks,
      message: MESSAGES.badWeeks,
      example: CONSTELLATION_HISTORY.weeks,
    }),
  )
  weeks: number = CONSTELLATION_HISTORY.weeks;
}

export class PathQueryDto {
  @Field(textField(RULES.path.end))
  from!: string;

  @Field(textField(RULES.path.end))
  to!: string;

  @Field(
    idsInQuery(
      'Members of the paths already shown. The path leads around them, and is longer than one link if there are any.',
      { max: PATH.avoided, message: MESSAGES.badIds },
    ),
  )
  without: string[] = [];
}
