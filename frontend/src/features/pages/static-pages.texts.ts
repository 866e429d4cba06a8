/** A static page: its head, then ruled sections. */
export interface StaticPageTexts {
  title: string;
  lead: string;
  sections: readonly { title: string; text: readonly string[] }[];
}

/** `/instructions` */
export const INSTRUCTIONS: StaticPageTexts = {
  title: 'Instructions',
  lead: 'How to take a place in the sky, and what to do once you are there.',
  sections: [
    {
      title: 'Claim your Oni ID',
      text: [
        'Open MY ONI and choose INITIALIZE. Your ONI_ID is your handle: 3 to 20 characters of a-z, 0-9 and _. Your Oni name is optional and is how others see you. The password needs at least 8 characters, with upper and lower case, a number and one of @$!%*?&.',
        'If you are not ready, leave your e-mail address on the waitlist. You may name the ONI_ID that you want: it is then kept for that address.',
      ],
    },
    {
      title: 'Write your page',
      text: [
        'Your profile is one page of markdown, your digital shrine. Headings, lists, tables and code all work, a single line break is a line break, and a preview keeps up while you write.',
        'Every #hashtag counts: a # followed by letters, digits, an underscore or a hyphen. Case does not matter, and a tag said twice is still one tag. Tags inside code are left alone.',
      ],
    },
    {
      title: 'Find your place in the constellation',
      text: [
        'The constellation draws members as stars. Those who share tags are joined by a line, and the line is stronger the more they share. Your own star is warm. Choose a star to see who it is, then follow a line.',
      ],
    },
    {
      title: 'Step into a dimension',
      text: [
        'Dimensions are rooms with channels that talk live. Public ones are kept by the platform and by verified community leaders: choose one and you are in. Private ones are entered by invitation.',
      ],
    },
    {
      title: 'Keep what matters',
      text: [
        'Posts can be public or private, and can be moved to your archive without losing anything. Capsules are named groups of archived content. The album holds your images, on boards and under hashtags; what you hide is seen by you alone.',
      ],
    },
  ],
};

/** `/fund` */
export const STAR_FUEL: StaticPageTexts = {
  title: 'Star Fuel',
  lead: 'What keeps a pre-launch network burning, and what it does not burn.',
  sections: [
    {
      title: 'What it is',
      text: [
        'Star Fuel is support for the network while it is being built: people who show up, try what is there, and say what is missing. There is nothing to buy here. No payment is taken, no price is set, and no account is better than another.',
      ],
    },
    {
      title: 'What it feeds',
      text: [
        'Servers that carry each ripple to those it concerns. A store that loses nothing you were told is kept. Time for the parts of the sky that are still being drawn.',
      ],
    },
    {
      title: 'How to give some',
      text: [
        'Claim a spot on the waitlist: every address is one more node formed, and the counter tells the network how far it reaches. If you are a member already, step into a dimension and talk.',
      ],
    },
  ],
};

export const STATIC_TEXTS = {
  purpose: 'Our Purpose',
  waitlist: 'Claim your spot',
  purposeLink: 'Read our purpose',
  instructionsLink: 'Read the instructions',
} as const;
