import { attentionOf, serverOfChannel } from '@oniverse/data';

/**
 * Joins the unread counts of the member `$1` as `of_channel` to a row named `channel`. Own and deleted messages do not
 * count. The counts are derived from positions by subtracting the few exceptions, so that the cost does not grow with
 * the number of unread messages. Sums over channels leave out those with `is_muted`, of which the member wants to hear nothing; a thread
 * is as its channel.
 */
export const UNREAD_OF_CHANNEL = `
  LEFT JOIN channel_reads mark ON mark.channel_id = channel.id AND mark.user_id = $1
  CROSS JOIN LATERAL (
    SELECT coalesce(mark.read_seq, 0) AS read_seq,
           channel.last_seq - coalesce(mark.read_seq, 0)
             - (SELECT count(*) FROM messages own
                 WHERE own.user_id = $1 AND own.channel_id = channel.id AND own.seq > coalesce(mark.read_seq, 0))
             - (SELECT count(*) FROM messages gone
                 WHERE gone.channel_id = channel.id AND gone.seq > coalesce(mark.read_seq, 0)
                   AND gone.deleted_at IS NOT NULL AND gone.user_id IS DISTINCT FROM $1) AS unread_count,
           (SELECT count(*) FROM mentions named
             WHERE named.user_id = $1 AND named.channel_id = channel.id
               AND named.seq > coalesce(mark.read_seq, 0)) AS mention_count,
           ${attentionOf('$1', 'coalesce(channel.parent_id, channel.id)', serverOfChannel('channel'))} = 'nothing' AS is_muted
  ) of_channel`;
