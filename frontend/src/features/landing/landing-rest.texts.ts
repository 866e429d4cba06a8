/** What is said below the first screen; fetched with it, after the first paint. */
export const REST_TEXTS = {
  features: 'What is here',
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

/** The foot of the page. */
export const FOOTER_TEXTS = {
  links: 'Footer',
  devAccess: 'dev_access',
  sections: [
    {
      id: 'privacy',
      title: 'Privacy',
      text: [
        'We keep what you make here and what signing in needs: your e-mail address, a hash of your password, and your sessions, each with its browser and when it was last used. From the waitlist we keep the address, the name that you asked for and a hash of the access key.',
        'A public profile can be read by anyone; public posts and pictures by members. What you mark private is shown to you alone, and your e-mail address to nobody. Others see your pictures without what a camera writes into them.',
        'Your network address is counted for up to an hour, against floods and the guessing of passwords. No tracker runs on these pages, no cookie is set, nothing is sold or passed on. Your browser itself keeps your session, your theme and what you have not sent yet.',
        'Settings let you take all of your data with you, or erase the account and what it owns.',
      ],
    },
    {
      id: 'terms',
      title: 'Terms',
      text: [
        'The network is pre-launch: parts of it change, may be down, and come without a warranty. It costs nothing.',
        'What you make stays yours. You let the network store it and show it to those you chose, for as long as you keep it here.',
        'Write nothing that harms others or breaks the law, and take nobody else’s name. What does not hold to this is removed, and so may be the account behind it.',
      ],
    },
    {
      id: 'open-source',
      title: 'Open source acknowledgment',
      text: [
        'Oniverse stands on the work of others, under their own licences. In your browser: React, TanStack Router and Query, Radix UI, React Hook Form, zustand, virtua and socket.io, built with Vite.',
        'On the servers: NestJS, Fastify, TypeORM, class-validator, socket.io, BullMQ, ioredis, the MinIO client, sharp, argon2 and pino, on Node.js, PostgreSQL, Redis and an S3 store.',
        'The letters are Old Standard TT and IBM Plex Mono, cut to what these pages need, under the SIL Open Font License.',
      ],
    },
  ],
} as const;
