/** SQL for the server of a channel, which a thread shares with its parent. */
export const serverOfChannel = (channel: string): string =>
  `coalesce(${channel}.server_id, ${channel}.parent_server_id)`;

/** SQL for the name of the channel that a message is in, directly or in a thread. @param parent the left joined parent */
export const nameOfChannel = (channel: string, parent: string): string =>
  `coalesce(${parent}.name, ${channel}.name)`;
