/** The rest of the manifesto, shown only on the purpose page. */
export const MANIFESTO_PARTS = [
  {
    title: 'A place, not a stage',
    text: [
      'A feed is a stage with the lights pointed at you. There is always another post, and someone has always said it louder. We would rather give you a place: a name you chose, a page you wrote, and a sky where people who care about the same things can find you.',
      'So nothing here is ranked. There is no score to raise and no streak to protect. When you have nothing to say, your place is still yours.',
    ],
  },
  {
    title: 'Lines that mean something',
    text: [
      'Two members are linked when they write about the same things. Every tag you share makes the line between you stronger, and when you share none the line is gone. Nobody can buy one, and nobody can follow you to get one.',
      'That is the whole constellation: people as points of light, shared words as lines. Find yourself in it, then follow a line.',
    ],
  },
  {
    title: 'Kept by you',
    text: [
      'What you post can be public or private, and you can archive it without losing it. Your archive is a drawer, not a graveyard. Capsules keep together what belongs together. Your profile is markdown, because a page written by hand says more than a form filled in.',
    ],
  },
  {
    title: 'Made to ripple',
    text: [
      'When something happens near you, you know at once: a message, a new node, a line that has just formed. One ring, then quiet again. The network is made to ripple, not to shout.',
    ],
  },
] as const;
