export const DESTINATION_TEXTS = {
  invite: 'An invitation is waiting. It opens as soon as you are in.',
  verification: 'Sign in to the account whose address you verify.',
  pages: {
    homepage: 'Sign in to see your homepage.',
    profile: 'Sign in to see your profile.',
    settings: 'Sign in to change your settings.',
    album: 'Sign in to see your album.',
    archive: 'Sign in to see your archive.',
    constellation: 'Sign in to see the constellation.',
    dimensions: 'Sign in to enter the dimensions.',
    search: 'Sign in to search.',
    notifications: 'Sign in to see your night log.',
  },
} as const;
