export const CHANNEL_READERS_TEXTS = {
  action: 'Who reads it',
  isPrivate: 'private',
  title: (channel: string) => `Who reads #${channel}`,
  text: 'The owner and moderators read every channel.',
  isPrivateLabel: 'Private channel',
  isPrivateHint: 'Only the owner, moderators and those named below know that it exists.',
  readers: 'who reads it',
  readersOptions: [
    { value: 'everyone', title: 'Everyone in the dimension' },
    { value: 'named', title: 'Only staff, and those they name' },
  ],
  groups: 'Groups that read it',
  members: 'Members who read it',
  noMembers: 'Nobody is named yet.',
  failed: 'Changing who reads the channel failed',
  opening: {
    title: (channel: string) => `Open #${channel} to everyone`,
    text: 'Everybody who reads this dimension can then read all that was written in the channel.',
    action: 'Open channel',
    pending: 'opening...',
  },
} as const;
