import { describe, expect, it } from '@jest/globals';
import { RULES } from '@oniverse/contracts';
import { IsString } from 'class-validator';
import { readAtOnce } from './field-definitions.js';
import { Id, RuledText } from './fields.js';
import { ContractPipe } from './validation.js';

class PlaceDto {
  @Id('The channel.')
  channelId!: string;
}

class SayDto extends PlaceDto {
  @RuledText(RULES.message.content)
  content!: string;

  @RuledText({ ...RULES.message.nonce, optional: true })
  nonce?: string;
}

class MixedDto extends PlaceDto {
  @IsString()
  other!: string;
}

const channelId = '0199d0b6-1d2f-7c3a-9a54-6f2f5e0c1b7d';

describe('a body that is read at once', () => {
  it.each([
    ['as it should be', { channelId, content: 'one', nonce: 'n' }],
    ['with a text to trim', { channelId, content: '  one  ', nonce: 'n' }],
    ['without what may be absent', { channelId, content: 'one' }],
  ])('%s is what class-validator makes of it', async (_, body) => {
    const read = readAtOnce(SayDto, body);
    expect(read).toBeInstanceOf(SayDto);
    expect(read).toEqual({ ...body, content: 'one' });
    const transformed: unknown = await new ContractPipe().transform(body, { type: 'body', metatype: SayDto });
    expect(transformed).toEqual(read);
  });

  it.each([
    ['lacks a field', { channelId }],
    ['has a field that is not known', { channelId, content: 'one', other: 1 }],
    ['breaks a rule', { channelId, content: ' ' }],
    ['breaks a rule of an inherited field', { channelId: 'no', content: 'one' }],
    ['has another type', { channelId, content: 1 }],
  ])('is left to class-validator where it %s', async (_, body: object) => {
    expect(readAtOnce(SayDto, body)).toBeUndefined();
    await expect(new ContractPipe().transform(body, { type: 'body', metatype: SayDto })).rejects.toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  it('is left to class-validator where its class has other rules too', () => {
    expect(readAtOnce(MixedDto, { channelId, other: 'text' })).toBeUndefined();
  });

  it('takes a name of the language itself for no field', () => {
    const body: object = JSON.parse(`{ "channelId": "${channelId}", "content": "one", "__proto__": {} }`);
    expect(readAtOnce(SayDto, body)).toBeUndefined();
  });
});
