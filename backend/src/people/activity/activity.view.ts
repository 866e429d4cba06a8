import type { ActivityView } from '@oniverse/contracts';
import type { ActivityRow } from './activity.repository.js';

export function activityView(row: ActivityRow): ActivityView {
  const at = row.at.toISOString();
  if (row.kind === 'messages') {
    const channel = { id: row.channel_id, name: row.channel_name };
    return { kind: row.kind, server: serverOf(row), at, channel, count: row.count };
  }
  if (row.kind === 'joined') return { kind: row.kind, server: serverOf(row), at, user: userOf(row) };
  return { kind: row.kind, at, user: userOf(row), sharedTags: row.shared_tags };
}

const serverOf = (row: { server_id: string; server_name: string }) => ({
  id: row.server_id,
  name: row.server_name,
});

const userOf = (row: { user_id: string; username: string; display_name: string | null }) => ({
  id: row.user_id,
  username: row.username,
  displayName: row.display_name,
});
