/** The first screen, except the manifesto. */
export const LANDING_TEXTS = {
  title: 'Oniverse, the network made to ripple',
  tagline: 'the network made to ripple',
  nodes: 'nodes formed',
  noNodes: 'no nodes counted yet',
  stage: { stage: 'stage', transmissionWindow: 'transmission window', systemStatus: 'system status' },
  readPurpose: 'Read our purpose',
  watchGames: 'Watch a game',
  signIn: 'Sign in',
  restMissing: { text: 'The rest of this page did not arrive.', again: 'Reload the page' },
} as const;

export const WAITLIST_TEXTS = {
  name: 'Waitlist',
  email: { label: 'email', placeholder: 'you@somewhere' },
  oniId: { label: 'oni_id', note: 'the name you want', placeholder: 'lowercase, 3 to 20' },
  accessKey: { label: 'access_key', placeholder: 'keep it secret' },
  submit: 'claim your spot',
  submitting: 'linking...',
  confirmed: 'confirmed. constellation forming...',
  next: 'Take your place now',
  failed: (text: string | undefined) => `error: ${text || 'try again'}`,
  unreachable: 'connection failed. try again.',
} as const;
