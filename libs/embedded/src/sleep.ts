/** Waits this many milliseconds. */
export function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}

/** Whether something settles within this many milliseconds; leaves no timer behind. */
export async function settlesWithin(awaited: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), milliseconds);
  });
  try {
    return await Promise.race([awaited.then(() => true), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
