import { registration, until } from '@oniverse/testing';
import type { ProductUnderTest } from './product.js';

/** What is said of a picture, and its bytes, a JPEG's. */
export interface Picture {
  bytes: Buffer;
  title: string;
  tags: readonly string[];
}

const textIn = (answer: unknown, name: string): string => {
  const value: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  if (typeof value !== 'string') throw new Error(`The answer has no ${name}`);
  return value;
};

/** A member, with pictures that were uploaded as bots do, without a page; their renditions are there. @returns the session */
export async function memberWithPictures(
  product: ProductUnderTest,
  displayName: string,
  pictures: readonly Picture[],
): Promise<string> {
  const { url } = product.backend;
  const call = async (method: string, path: string, body?: unknown, sessionId?: string): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(sessionId !== undefined && { authorization: `Bearer ${sessionId}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}`);
    return answer.json();
  };
  const sessionId = textIn(
    await call('POST', '/api/auth/register', registration({ displayName })),
    'sessionId',
  );
  for (const { bytes, title, tags } of pictures) {
    const ticket = await call('POST', '/api/objects/upload', { size: bytes.length }, sessionId);
    const sent = await fetch(url + new URL(textIn(ticket, 'uploadURL')).pathname, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(bytes),
    });
    if (!sent.ok) throw new Error(`The upload answered ${sent.status}`);
    await call('POST', '/api/images', { imageUrl: textIn(ticket, 'objectPath'), title, tags }, sessionId);
  }
  await until('the renditions of all pictures', async () => {
    const images: unknown = await call('GET', '/api/images', undefined, sessionId);
    return Array.isArray(images) && images.every((image: unknown) => isReady(image));
  });
  return sessionId;
}

const isReady = (image: unknown): boolean =>
  typeof image === 'object' && image !== null && Reflect.get(image, 'ready') === true;
