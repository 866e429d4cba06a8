import { afterEach, describe, expect, it } from '@jest/globals';
import { MESSAGES, type Sentences, TEXT_MESSAGES } from '@oniverse/contracts';
import { fieldMessagesOf } from './field-messages.js';
import { HttpError } from './http.js';
import { SERVER_SENTENCES } from './http.texts.js';
import { sentenceOf } from './sentences.js';

const GERMAN: Partial<Sentences> = {
  notFound: 'Nicht gefunden.',
  titleTooLong: ({ max }) => `Ein Titel kann bis zu ${max} Zeichen haben.`,
};

describe('sentenceOf', () => {
  it('shows what a server says in its own words without a sentence of the page', () => {
    expect(sentenceOf(MESSAGES.notFound)).toBe('Not found.');
    expect(sentenceOf(MESSAGES.forbidden, GERMAN)).toBe(MESSAGES.forbidden.message);
  });

  it('NXT-331 shows it in the words of another table', () => {
    expect(sentenceOf(MESSAGES.notFound, GERMAN)).toBe('Nicht gefunden.');
    expect(sentenceOf(TEXT_MESSAGES.titleTooLong({ max: 200 }), GERMAN)).toBe(
      'Ein Titel kann bis zu 200 Zeichen haben.',
    );
  });

  it.each([undefined, 'notKnownYet', 'constructor'])(
    'falls back to the message for the reason %s',
    (reason) => {
      expect(sentenceOf({ message: 'Something new.', reason }, GERMAN)).toBe('Something new.');
    },
  );
});

describe('the page’s table', () => {
  afterEach(() => {
    for (const reason of Object.keys(GERMAN)) Reflect.deleteProperty(SERVER_SENTENCES, reason);
  });

  it('NXT-331 gives the words for the failure of a call and for each of its fields', () => {
    Object.assign(SERVER_SENTENCES, GERMAN);
    const { message, ...reason } = TEXT_MESSAGES.titleTooLong({ max: 200 });
    const fields = { title: message, other: 'Unknown field.' };
    const fieldReasons = { title: reason, other: 'malformed' };
    const error = new HttpError(400, JSON.stringify({ message, ...reason, fields, fieldReasons }), '');
    expect(error.serverMessage).toBe('Ein Titel kann bis zu 200 Zeichen haben.');
    expect(fieldMessagesOf(error)).toEqual({
      title: 'Ein Titel kann bis zu 200 Zeichen haben.',
      other: 'Unknown field.',
    });
  });
});
