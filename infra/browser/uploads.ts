import { registration } from '@oniverse/testing';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { callApi } from './members.js';
import type { ProductUnderTest } from './product.js';

/** A JPEG with its metadata. */
export interface Picture {
  bytes: Buffer;
  title: string;
  tags: readonly string[];
}

const requireString = (answer: unknown, name: string): string => {
  const value: unknown =
    typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined;
  if (typeof value !== 'string') throw new Error(`The response has no ${name}`);
  return value;
};

/** Creates a member and uploads pictures through the API. Waits for their renditions. @returns the session id */
export async function makeMemberWithPictures(
  product: ProductUnderTest,
  displayName: string,
  pictures: readonly Picture[],
): Promise<string> {
  const { url } = product;
  const call = async (method: string, path: string, body?: unknown, sessionId?: string): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(sessionId !== undefined && { authorization: `Bearer ${sessionId}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}`);
    return answer.json();
  };
  const sessionId = requireString(
    await call('POST', '/api/auth/register', registration({ displayName })),
    'sessionId',
  );
  for (const { bytes, title, tags } of pictures) {
    const ticket = await call('POST', '/api/objects/upload', { size: bytes.length }, sessionId);
    const sent = await fetch(url + new URL(requireString(ticket, 'uploadURL')).pathname, {
      method: 'PUT',
      headers: { 'content-type': 'image/jpeg' },
      body: new Uint8Array(bytes),
    });
    if (!sent.ok) throw new Error(`The upload returned ${sent.status}`);
    await call(
      'POST',
      '/api/images',
      { imageUrl: requireString(ticket, 'objectPath'), title, tags },
      sessionId,
    );
  }
  // Waits for the renditions of all pictures.
  await expect
    .poll(async () => {
      const images: unknown = await call('GET', '/api/images', undefined, sessionId);
      return Array.isArray(images) && images.every((image: unknown) => isReady(image));
    })
    .toBe(true);
  return sessionId;
}

const isReady = (image: unknown): boolean =>
  typeof image === 'object' && image !== null && Reflect.get(image, 'ready') === true;

interface PictureFields {
  title: string;
  description?: string;
  tags?: readonly string[];
  isPublic: boolean;
}

/** Uploads a picture as the page’s member. @returns its id */
export async function uploadPicture(page: Page, fields: PictureFields): Promise<string> {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#426' } })
    .png()
    .toBuffer();
  const ticket = await callApi(page, 'POST', '/api/objects/upload', {});
  const objectPath = requireString(ticket, 'objectPath');
  await page.request.put(requireString(ticket, 'uploadURL'), {
    data: bytes,
    headers: { 'Content-Type': 'image/png' },
  });
  return requireString(await callApi(page, 'POST', '/api/images', { ...fields, imageUrl: objectPath }), 'id');
}
