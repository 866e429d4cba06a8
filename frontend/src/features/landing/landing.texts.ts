/** What the landing page says, the manifesto apart. */
export const LANDING_TEXTS = {
  title: 'Oniverse, the network made to ripple',
  tagline: 'the network made to ripple',
  nodes: 'nodes formed',
  noNodes: 'no nodes counted yet',
  stage: { stage: 'stage', transmissionWindow: 'transmission window', systemStatus: 'system status' },
  readPurpose: 'Read our purpose',
  features: 'What is here',
  restMissing: { text: 'The rest of this page did not arrive.', again: 'Load it again' },
  constellation: {
    title: 'The Constellation',
    text: 'An interactive graph of the connections between users. Find yourself, then follow a line.',
  },
  archive: {
    title: 'The Archive',
    text: 'A personal board of archived posts and memories, with tags, private or public as you decide.',
  },
  souls: {
    title: 'Markdown Souls',
    text: 'Your profile is a page you write in markdown, with a live preview while you do.',
  },
  gate: 'Already have a name here?',
  memberGate: {
    title: 'Your place is lit.',
    text: (name: string) => `You are in as ${name}. The rest of the sky is one step away.`,
    profile: 'Open your profile',
    home: 'Go to your homepage',
  },
  architecture: {
    title: 'System architecture',
    text: 'Events reach you the moment they happen. When something moves near you, the line between you carries it.',
  },
} as const;

/** The true stack, one part a line. */
export const STACK = [
  { part: 'client', made: 'React, TanStack Router and Query, zustand' },
  { part: 'gateway', made: 'socket.io, across instances through Redis' },
  { part: 'api', made: 'NestJS on Fastify, typed contracts for both sides' },
  { part: 'store', made: 'PostgreSQL through TypeORM' },
  { part: 'objects', made: 'an S3 store that only the servers reach' },
  { part: 'worker', made: 'BullMQ, for whatever can wait' },
] as const;

/** The waitlist form. */
export const WAITLIST_TEXTS = {
  name: 'Waitlist',
  email: { label: 'email', placeholder: 'you@somewhere' },
  oniId: { label: 'oni_id', note: 'the name you want', placeholder: 'lowercase, 3 to 20' },
  accessKey: { label: 'access_key', placeholder: 'keep it secret' },
  submit: 'claim your spot',
  submitting: 'linking...',
  confirmed: 'confirmed. constellation forming...',
  failed: (text: string | undefined) => `error: ${text || 'try again'}`,
  unreachable: 'connection failed. try again.',
} as const;

/** The foot of the page. */
export const FOOTER_TEXTS = {
  links: 'Footer',
  devAccess: 'dev_access',
  sections: [
    {
      id: 'privacy',
      title: 'Privacy',
      text: 'We keep what you write here and what signing in needs: your e-mail address, a hash of your access key and your sessions. It serves to run the network and nothing else. Nothing is sold, no tracker runs on these pages, and what you mark private stays yours.',
    },
    {
      id: 'terms',
      title: 'Terms',
      text: 'The network is pre-launch: parts of it change and it comes without a warranty. What you make stays yours. Write nothing that harms others or breaks the law; what does is removed, and so may be the account behind it.',
    },
    {
      id: 'open-source',
      title: 'Open source acknowledgment',
      text: 'Oniverse stands on the work of others, under their own licences: React, TanStack Router and Query, Radix UI, React Hook Form, zustand, virtua, socket.io, Vite, NestJS, Fastify, TypeORM, PostgreSQL, Redis, BullMQ, sharp, and the typefaces Old Standard TT and IBM Plex Mono (SIL Open Font License).',
    },
  ],
} as const;
