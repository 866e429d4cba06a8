import { plainTextOf } from '@oniverse/markdown';

/** Maximum characters of a description. Link previews show about as many. */
const DESCRIPTION_LENGTH = 200;
/** How many characters of a text are parsed for a description. */
const PARSED_LENGTH = 2_000;

const shorten = (given: string): string => {
  const text = given.replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(text);
  if (characters.length <= DESCRIPTION_LENGTH) return text;
  return `${characters.slice(0, DESCRIPTION_LENGTH).join('').trimEnd()}…`;
};

/** Returns the beginning of a plain text for a link preview, on one line. */
export const excerptOfText = (text: string): string => shorten(text.slice(0, PARSED_LENGTH));

/** Returns the beginning of a markdown text for a link preview, on one line without marks. */
export const excerptOf = (markdown: string): string => shorten(plainTextOf(markdown.slice(0, PARSED_LENGTH)));
