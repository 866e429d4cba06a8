import type { HiddenMemberView } from '@oniverse/contracts';
import { optionalAuthorView } from '../../shared/index.js';
import type { HiddenMemberRow } from './blocks.repository.js';

export const hiddenMemberView = (row: HiddenMemberRow): HiddenMemberView => ({
  userId: row.user_id,
  author: optionalAuthorView(row),
  since: row.created_at.toISOString(),
});
