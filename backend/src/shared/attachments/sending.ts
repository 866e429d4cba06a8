/** What identifies a message of a member, which may have claimed its attachments before. */
export interface Sending {
  channelId: string;
  nonce: string;
}
