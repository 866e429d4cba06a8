import { jest } from '@jest/globals';

type Credentials = Record<'create' | 'get', () => Promise<unknown>>;

const bytes = () => Uint8Array.of(1, 2, 3, 4).buffer;
/** What a browser returns. Its id is `AQIDBA`. */
const credential = (response: object) => ({
  id: 'AQIDBA',
  rawId: bytes(),
  type: 'public-key',
  authenticatorAttachment: 'platform',
  getClientExtensionResults: () => ({}),
  response: { clientDataJSON: bytes(), ...response },
});

/** Gives the browser an authenticator that accepts everything. */
export function fakePasskeys() {
  const create = jest.fn<Credentials['create']>(async () =>
    credential({ attestationObject: bytes(), getTransports: () => ['internal'] }),
  );
  const request = jest.fn<Credentials['get']>(async () =>
    credential({ authenticatorData: bytes(), signature: bytes() }),
  );
  Object.defineProperty(window, 'PublicKeyCredential', {
    configurable: true,
    value: class PublicKeyCredential {},
  });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get: request } });
  return { create, request };
}
