import { findMentions } from '@oniverse/contracts';
import { linkNames } from '@oniverse/markdown';

/** Marks links created by `linkMentions`. */
export const MENTION_PROPERTY = 'dataMember';

/** A rehype plugin that links each `@name` to its member. */
export const linkMentions = linkNames(MENTION_PROPERTY, (prose) =>
  findMentions(prose).map(({ username: name, ...part }) => ({ ...part, name })),
);
