import { describe, expect, it } from '@jest/globals';
import { idField, MESSAGE_RULES, OPTIONAL, textField } from '@oniverse/contracts';
import { IsString } from 'class-validator';
import { readIfValid } from './field-definitions.js';
import { Field } from './dto.js';
import { ContractPipe } from './validation.js';

class ChannelDto {
  @Field(idField('The channel.'))
  channelId!: string;
}

class MessageDto extends ChannelDto {
  @Field(textField(MESSAGE_RULES.content))
  content!: string;

  @Field(textField({ ...MESSAGE_RULES.nonce, ...OPTIONAL }))
  nonce?: string;
}

class MixedDto extends ChannelDto {
  @IsString()
  other!: string;
}

const channelId = '0199d0b6-1d2f-7c3a-9a54-6f2f5e0c1b7d';

describe('readIfValid', () => {
  it.each([
    ['with all fields', { channelId, content: 'one', nonce: 'n' }],
    ['with text to trim', { channelId, content: '  one  ', nonce: 'n' }],
    ['without an optional field', { channelId, content: 'one' }],
  ])('reads a body %s like class-validator', async (_, body) => {
    const read = readIfValid(MessageDto, body);
    expect(read).toBeInstanceOf(MessageDto);
    expect(read).toEqual({ ...body, content: 'one' });
    const transformed: unknown = await new ContractPipe().transform(body, {
      type: 'body',
      metatype: MessageDto,
    });
    expect(transformed).toEqual(read);
  });

  it.each([
    ['lacks a field', { channelId }],
    ['has an unknown field', { channelId, content: 'one', other: 1 }],
    ['breaks a rule', { channelId, content: ' ' }],
    ['breaks the rule of an inherited field', { channelId: 'no', content: 'one' }],
    ['has a field of another type', { channelId, content: 1 }],
  ])('leaves a body that %s to class-validator', async (_, body: object) => {
    expect(readIfValid(MessageDto, body)).toBeUndefined();
    await expect(new ContractPipe().transform(body, { type: 'body', metatype: MessageDto })).rejects.toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  it('leaves a class with other validators to class-validator', () => {
    expect(readIfValid(MixedDto, { channelId, other: 'text' })).toBeUndefined();
  });

  it('does not accept __proto__ as a field', () => {
    const body: object = JSON.parse(`{ "channelId": "${channelId}", "content": "one", "__proto__": {} }`);
    expect(readIfValid(MessageDto, body)).toBeUndefined();
  });
});
