/** Who wrote a message, as it is shown beside it. */
export interface MessageAuthor {
  username: string;
  displayName: string | null;
  profileImageUrl: string | null;
}

/** A message of a channel. */
export interface MessageView {
  id: string;
  channelId: string;
  /** null when the account is gone */
  userId: string | null;
  /** Its place in the channel: from 1, without a gap or a repeat, in the order of commits. */
  seq: number;
  /** The channel's count of changes when this message last changed. */
  rev: number;
  /** Empty where the message was deleted. */
  content: string;
  nonce: string;
  /** null when the account is gone */
  author: MessageAuthor | null;
  createdAt: string;
  updatedAt: string;
  editedAt: string | null;
  deletedAt: string | null;
}

/** `POST /api/channels/{id}/messages` */
export interface SendMessageBody {
  content: string;
  /** Chosen by the sender; the same nonce again is stored once. */
  nonce?: string;
}
