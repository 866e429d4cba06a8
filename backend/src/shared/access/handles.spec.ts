import { describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { getPost, type OkAnswer, sendRipple } from '@oniverse/contracts';
import { Handles, type Received } from './handles.js';

const OK: OkAnswer = { ok: true };

@Controller()
class RipplesController {
  @Handles(sendRipple)
  async send({ id, session }: Received<typeof sendRipple>) {
    if (id === session.userId) throw new Error('a member as a post');
  }

  @Handles(sendRipple)
  async sendAndAnswer({ id }: Received<typeof sendRipple>) {
    return id === '' ? Promise.reject(new Error('no id')) : OK;
  }

  // @ts-expect-error The call has another answer.
  @Handles(sendRipple)
  async answerOther({ id }: Received<typeof sendRipple>) {
    return id;
  }

  // @ts-expect-error The call has a parameter of another name.
  @Handles(sendRipple)
  async takeOther({ postId }: { postId: string }) {
    return postId === '' ? Promise.reject(new Error('no id')) : OK;
  }

  // @ts-expect-error The call has a parameter.
  @Handles(sendRipple)
  async takeNothing() {
    return OK;
  }

  // @ts-expect-error The call has an answer.
  @Handles(getPost)
  async answerNothing({ id }: Received<typeof getPost>) {
    if (id === '') throw new Error('no id');
  }

  @Handles(getPost)
  async expectMember({ id, session }: Received<typeof getPost>) {
    // @ts-expect-error Visitors may make the call, without a session.
    return Promise.reject(new Error(`${id} ${session.userId}`));
  }
}

describe('Handles', () => {
  it('gives a method the route of its call', () => {
    const { send } = RipplesController.prototype;
    expect(Reflect.getMetadata('path', send)).toBe(sendRipple.path);
  });
});
