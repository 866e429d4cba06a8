const keyOf = (username: string) => `oni-device:${username.toLowerCase()}`;

/** Returns the token that marks this browser as known to a username, if it has signed in before. */
export function storedDeviceToken(username: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(username)) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a device token, or removes it if undefined. It outlives the session. */
export function storeDeviceToken(username: string, token: string | undefined): void {
  try {
    if (token === undefined) localStorage.removeItem(keyOf(username));
    else localStorage.setItem(keyOf(username), token);
  } catch {
    // Without storage this browser is an unknown device at every sign-in.
  }
}

export function renameDeviceToken(from: string, to: string): void {
  if (from === to) return;
  storeDeviceToken(to, storedDeviceToken(from));
  storeDeviceToken(from, undefined);
}
