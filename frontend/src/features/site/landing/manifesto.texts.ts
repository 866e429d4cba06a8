/** The opening of the manifesto, shared by the landing page and the purpose page. */
export const MANIFESTO = {
  title: 'Manifesto',
  statement: 'A social platform of dreams and galaxies.',
  continuation:
    'An internet inside the internet, where two people who care about the same thing are joined by a line.',
  opening:
    'Most feeds ask you to perform. This one asks where you are in the sky, who is near you, and what you want to keep. It is made for real connection, and for terminal-based games with anyone still awake. Write your page by hand. Keep what matters.',
} as const;
