/** What the manifesto goes on to say, on the purpose page alone. */
export const MANIFESTO_PARTS = [
  {
    title: 'A place, not a stage',
    text: [
      'A feed is a stage with the lights pointed at you. There is always a next post, and there is always somebody who did it louder. We would rather give you a place: a name that you chose, a page that you wrote, and a sky in which you can be found by those who look for the same things.',
      'So nothing here is ranked. There is no score to raise and no streak to keep. When you have nothing to say, your star stays where it is.',
    ],
  },
  {
    title: 'Lines that mean something',
    text: [
      'Two members are joined when they write about the same things. Each tag you share makes the line between you stronger, and when you stop sharing them the line goes. It is not bought, and nobody can follow you into it.',
      'That is the whole constellation: people as stars, shared words as lines. You can find yourself in it, and then follow a line.',
    ],
  },
  {
    title: 'Kept by you',
    text: [
      'What you post can be public or private, and you can put it away without losing it. Your archive is a drawer, not a graveyard. Capsules hold what belongs together. Your profile is markdown, because a page written by hand says more than a form that was filled in.',
    ],
  },
  {
    title: 'Made to ripple',
    text: [
      'When something happens near you, you hear of it at once: a message, a new node, a line that has formed. One ring, then quiet again. The network is made to ripple, not to shout.',
    ],
  },
] as const;
