import { attentionOf, hiddenBy, serverOfChannel } from '@oniverse/data';

const HIDDEN = hiddenBy('$1');
const UNCOUNTED = `($1::uuid || ${HIDDEN})`;

/**
 * Joins the unread counts of the member `$1` as `of_channel` to a row named `channel`. Messages of the member, of hidden
 * members, deleted ones and those that expired do not count. The counts are derived from positions by subtracting the few
 * exceptions, so that the cost does not grow with the number of unread messages. Sums over channels leave out those with
 * `is_muted`, of which the member wants to hear nothing; a thread is as its channel.
 */
export const UNREAD_OF_CHANNEL = `
  LEFT JOIN channel_reads mark ON mark.channel_id = channel.id AND mark.user_id = $1
  CROSS JOIN LATERAL (
    SELECT coalesce(mark.read_seq, 0) AS read_seq,
           channel.last_seq - greatest(coalesce(mark.read_seq, 0), channel.first_seq - 1)
             - (SELECT count(*) FROM messages uncounted
                 WHERE channel.last_seq > coalesce(mark.read_seq, 0) AND uncounted.user_id = ANY (${UNCOUNTED}) AND uncounted.channel_id = channel.id
                   AND uncounted.seq > coalesce(mark.read_seq, 0))
             - (SELECT count(*) FROM messages gone
                 WHERE gone.channel_id = channel.id AND gone.seq > coalesce(mark.read_seq, 0)
                   AND gone.deleted_at IS NOT NULL AND (gone.user_id = ANY (${UNCOUNTED})) IS NOT TRUE) AS unread_count,
           (SELECT count(*) FROM mentions named
             WHERE named.user_id = $1 AND named.channel_id = channel.id
               AND named.seq > coalesce(mark.read_seq, 0))
             - (SELECT count(*) FROM messages hidden
                  JOIN mentions named ON named.user_id = $1 AND named.channel_id = hidden.channel_id AND named.seq = hidden.seq
                 WHERE channel.last_seq > coalesce(mark.read_seq, 0) AND hidden.user_id = ANY (${HIDDEN}) AND hidden.channel_id = channel.id
                   AND hidden.seq > coalesce(mark.read_seq, 0)) AS mention_count,
           ${attentionOf('$1', 'coalesce(channel.parent_id, channel.id)', serverOfChannel('channel'))} = 'nothing' AS is_muted
  ) of_channel`;
