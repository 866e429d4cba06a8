/** Which servers a page is about. */
export type ServerKind = 'public' | 'private';

/** What the pages of the dimensions say. */
export const DIMENSIONS_TEXTS = {
  hub: {
    title: 'Dimensions',
    lead: 'Rooms with their own weather. Step into one and its channels start moving.',
    cards: {
      public: { name: 'PUBLIC', text: 'Platform-created and verified community servers.' },
      private: { name: 'PRIVATE', text: 'Invite-only. Only members know they are here.' },
    },
    servers: 'servers',
    unknown: '—',
  },
  catalogue: {
    public: {
      title: 'Public dimensions',
      lead: 'Spaces kept by the platform and by verified community leaders. Step in and the channel is already moving.',
      empty: 'No public servers available yet.',
      emptyText: 'Check back soon for new community spaces!',
    },
    private: {
      title: 'Private dimensions',
      lead: 'Invite-only spaces that you belong to. Nobody else sees them here.',
      empty: 'No private servers available yet.',
      emptyText: undefined,
    },
    switch: 'Server type',
    list: 'Servers',
    columns: { figure: 'figure', name: 'name', description: 'description' },
    noDescription: 'No description available',
    members: 'members',
    join: 'Click to join',
    joined: 'Joined',
  },
  room: {
    members: (count: number) => `${count} members`,
    channels: 'Channels',
    channelsLabel: 'channels',
    close: 'Close',
    back: { public: 'Public dimensions', private: 'Private dimensions' },
    messagesIn: (channel: string) => `Conversation in ${channel}`,
    leave: 'Leave',
    leaving: 'leaving...',
    mustJoin: 'You are reading along. Join to write.',
    join: 'Join',
    joining: 'joining...',
    noChannels: 'This dimension has no channels yet.',
    missing: 'This dimension cannot be found.',
    missingText: 'It is gone, or it is not open to you.',
  },
  loading: 'Loading dimensions',
  loadingChannels: 'Loading channels',
  failed: 'The dimensions could not be loaded.',
  failedChannels: 'The channels could not be loaded.',
  tryAgain: 'Try again',
  joinFailed: 'Join failed',
  leaveFailed: 'Leave failed',
  unreachable: 'The network did not answer. Try again.',
  access: {
    title: 'Access Required',
    text: 'You need to be logged in to enter the dimensions.',
    link: 'MY ONI',
  },
} as const;
