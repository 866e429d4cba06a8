/** Fetched with the content below the first screen. */
export const REST_TEXTS = {
  features: 'What you will find here',
  constellation: {
    title: 'The Constellation',
    text: 'An interactive graph of the connections between users. Find yourself, then follow a line.',
  },
  archive: {
    title: 'The Archive',
    text: 'A personal board of archived posts and memories, with tags, private or public as you choose.',
  },
  souls: {
    drawing: '# about',
    title: 'Markdown Souls',
    text: 'Your profile is a page you write in markdown, with a live preview as you type.',
  },
  gate: 'Already have a name here?',
  memberGate: {
    title: 'Your place is lit.',
    text: (name: string) => `You are signed in as ${name}. The rest of the network is one step away.`,
    profile: 'Open your profile',
    home: 'Go to your homepage',
  },
  architecture: {
    title: 'System architecture',
    text: 'Events reach you the moment they happen. When something moves near you, the line between you carries it.',
  },
} as const;

/** The map of the architecture: the name of each part, and what it carries. */
export const MAP_TEXTS = {
  you: { name: 'you', carries: 'browser' },
  gateway: { name: 'gateway', carries: 'sockets' },
  api: { name: 'api', carries: 'requests' },
  store: { name: 'store', carries: 'records' },
  objects: { name: 'objects', carries: 'images' },
  worker: { name: 'worker', carries: 'links, crops' },
} as const;

export const STACK = [
  { part: 'client', made: 'React, TanStack Router and Query, zustand' },
  { part: 'gateway', made: 'socket.io, across instances through Redis' },
  { part: 'api', made: 'NestJS on Fastify, typed contracts for both sides' },
  { part: 'store', made: 'PostgreSQL through TypeORM' },
  { part: 'objects', made: 'an S3 store that only the servers can reach' },
  { part: 'worker', made: 'BullMQ, for everything that can wait' },
] as const;

export const FOOTER_TEXTS = {
  links: 'Footer',
  devAccess: 'dev_access',
  sections: [
    {
      id: 'privacy',
      title: 'Privacy',
      text: [
        'We store what you make here and what signing in needs: your e-mail address, a hash of your password, and your sessions, each with its browser, the shared part of its network address and the time of its last use. From the waitlist we store your address, the name you asked for and a hash of your access key.',
        'Anyone can read a public profile. Members can see public posts and pictures. Only you can see what you mark private, and no other member sees your e-mail address. We remove camera data from your pictures before others see them.',
        'To stop floods and password guessing, we count requests by a hash of your network address and keep that count for up to a day. We set no cookies, run no trackers, and never sell or pass on your data. Your browser stores your session, a token that lets your account recognise this browser, your theme and anything you have not sent yet.',
        'A session ends after 30 days without use. You can read what happened to the security of your account, such as sign-ins with their browser and the shared part of their network address, for 180 days. A report keeps a copy of what it reports until 180 days after it was settled. Our logs record which address of this site was requested and when, and only the part of your network address that many people share. They contain nothing you write, and the oldest lines are deleted once there are 50 MB of newer ones. When you erase your account, we keep its internal number for seven days so that your name disappears from every open window too, and with the time of the erasure as long as a backup could bring the account back.',
        'In Settings you can download all of your data, or erase your account and everything it owns.',
      ],
    },
    {
      id: 'terms',
      title: 'Terms',
      text: [
        'The network is pre-launch. Parts of it will change or may be down, and it comes without a warranty. It costs nothing.',
        'What you make stays yours. You allow the network to store it and show it to the people you chose, for as long as you keep it here.',
        'Do not post anything that harms others or breaks the law, and do not pretend to be someone else. We remove what breaks these rules, and may remove the account behind it.',
      ],
    },
    {
      id: 'open-source',
      title: 'Open source acknowledgment',
      text: [
        'Oniverse is built on the work of others, under their own licences. In your browser: React, TanStack Router and Query, Radix UI, React Hook Form, zustand, virtua and socket.io, built with Vite.',
        'On the servers: NestJS, Fastify, TypeORM, class-validator, socket.io, BullMQ, ioredis, the MinIO client, sharp, argon2 and pino, on Node.js, PostgreSQL, Redis and an S3 store.',
        'The typefaces are Old Standard TT and IBM Plex Mono, reduced to the characters these pages need, under the SIL Open Font License.',
      ],
    },
  ],
} as const;
