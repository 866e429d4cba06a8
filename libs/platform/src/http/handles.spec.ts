import { describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { type InputOf, type OkAnswer, sendRipple } from '@oniverse/contracts';
import { Handles, Input } from './handles.js';

const OK: OkAnswer = { ok: true };

@Controller()
class RipplesController {
  @Handles(sendRipple)
  async send(@Input() { id }: InputOf<typeof sendRipple>): Promise<OkAnswer> {
    return id === '' ? Promise.reject(new Error('no id')) : OK;
  }

  // @ts-expect-error The call has another answer.
  @Handles(sendRipple)
  async answerOther(@Input() { id }: InputOf<typeof sendRipple>): Promise<string> {
    return id;
  }

  // @ts-expect-error The call has a parameter of another name.
  @Handles(sendRipple)
  async takeOther(@Input() { postId }: { postId: string }): Promise<OkAnswer> {
    return postId === '' ? Promise.reject(new Error('no id')) : OK;
  }

  // @ts-expect-error The call has a parameter.
  @Handles(sendRipple)
  async takeNothing(): Promise<OkAnswer> {
    return OK;
  }
}

describe('Handles', () => {
  it('gives a method the route of its call', () => {
    const { send } = RipplesController.prototype;
    expect(Reflect.getMetadata('path', send)).toBe(sendRipple.path);
  });
});
