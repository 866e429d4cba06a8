/** A title and a lead, then ruled sections. */
export interface StaticPageTexts {
  title: string;
  lead: string;
  sections: readonly { title: string; text: readonly string[] }[];
}

export const INSTRUCTIONS: StaticPageTexts = {
  title: 'Instructions',
  lead: 'How to claim your place in the network, and what to do once you are here.',
  sections: [
    {
      title: 'Claim your Oni ID',
      text: [
        'Open MY ONI and choose INITIALIZE. Your ONI_ID is your handle: 3 to 20 characters of a-z, 0-9 and _. Your Oni name is optional. It is the name others see. Your password needs at least 8 characters, with upper and lower case letters, a number and one of @$!%*?&.',
        'Not ready yet? Leave your e-mail address on the waitlist. You can name the ONI_ID you want, and we will reserve it for that address.',
      ],
    },
    {
      title: 'Write your page',
      text: [
        'Your profile is one page of markdown: your digital shrine. Headings, lists, tables and code all work, and a single line break stays a line break. A preview keeps up as you write.',
        'Every #hashtag counts: a # followed by letters, digits, underscores or hyphens. Case does not matter, and repeating a tag changes nothing. Hashtags inside code are ignored.',
      ],
    },
    {
      title: 'Find your place in the constellation',
      text: [
        'The constellation shows members as nodes. A line joins members who share tags, and the more they share, the stronger it is. Your own node is the warm one. Select a node to see who it is, then follow a line.',
      ],
    },
    {
      title: 'Step into a dimension',
      text: [
        'Dimensions are places with live channels. Public ones are run by the platform and by community leaders: choose one and you are in. Private ones open by invitation.',
      ],
    },
    {
      title: 'Keep what matters',
      text: [
        'Posts can be public or private, and you can move them to your archive without losing anything. Capsules are named groups of archived content. The album holds your pictures, on boards and under hashtags. Only you can see what you hide.',
      ],
    },
  ],
};

export const STAR_FUEL: StaticPageTexts = {
  title: 'Star Fuel',
  lead: 'What keeps a pre-launch network burning: people, not payments.',
  sections: [
    {
      title: 'What it is',
      text: [
        'Star Fuel is support for the network while it is being built: people who show up, try what is there, and tell us what is missing. There is nothing to buy. No payment is taken, no price is set, and no account is better than another.',
      ],
    },
    {
      title: 'What it feeds',
      text: [
        'Servers that carry each ripple to the people it concerns. Storage that loses nothing we promised to keep. Time for the parts of the network that are still taking shape.',
      ],
    },
    {
      title: 'How to give some',
      text: [
        'Claim a spot on the waitlist. Every address is one more node formed, and the counter shows how far the network reaches. Already a member? Step into a dimension and talk.',
      ],
    },
  ],
};

export const STATIC_TEXTS = {
  purpose: 'Our Purpose',
  waitlist: 'Claim your spot',
  purposeLink: 'Read our purpose',
  statusLink: 'How the service is',
  instructionsLink: 'Read the instructions',
} as const;
