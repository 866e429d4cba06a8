import {
  choicesInQuery,
  MESSAGES,
  numberInQuery,
  RULES,
  SEARCH,
  SEARCH_KINDS,
  type SearchKind,
  textField,
} from '@oniverse/contracts';
import { Field } from '@oniverse/platform/backend';

export class SearchQueryDto {
  @Field(textField(RULES.finder.q))
  q!: string;

  @Field(
    choicesInQuery(SEARCH_KINDS, {
      description: 'What to find, separated by commas; everything by default.',
      message: MESSAGES.badSearchKinds,
    }),
  )
  kinds: SearchKind[] = [...SEARCH_KINDS];

  @Field(
    numberInQuery('The maximum number of entries of each kind.', {
      min: 1,
      max: SEARCH.maxLimit,
      message: MESSAGES.badSearchLimit,
      example: SEARCH.limit,
    }),
  )
  limit: number = SEARCH.limit;

  @Field(textField(RULES.finder.cursor))
  cursor?: string;
}
