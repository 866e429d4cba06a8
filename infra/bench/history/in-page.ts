/// <reference lib="dom" />

export interface ScrollResult {
  frames: number[];
  /** The oldest or newest `seq` in view at the end. */
  reached: number;
  /** Frames with less than half of the view filled with lines. */
  empty: number;
  /** Frames in which the rendered lines were not consecutive. */
  torn: number;
  elements: number;
}

interface ScrollOptions {
  /** Pixels per frame; negative scrolls up. */
  speed: number;
  goal: number;
  limitMs: number;
}

/** Scrolls frame by frame until a message is in view. Runs in the page, so it can use only its arguments. */
export async function scrollToMessage({ speed, goal, limitMs }: ScrollOptions): Promise<ScrollResult> {
  const box = document.querySelector('.talk__log');
  if (!box) throw new Error('The page shows no message list');
  const result: ScrollResult = { frames: [], reached: 0, empty: 0, torn: 0, elements: 0 };
  const startedAt = performance.now();
  let last = startedAt;
  const inspectFrame = () => {
    const view = box.getBoundingClientRect();
    const lines = [...box.querySelectorAll('[data-seq]')].map((line) => ({
      seq: Number(line.getAttribute('data-seq')),
      rect: line.getBoundingClientRect(),
    }));
    const inView = lines.filter(({ rect }) => rect.bottom > view.top && rect.top < view.bottom);
    const filled = inView.reduce((all, { rect }) => all + rect.height, 0);
    if (filled < view.height / 2) result.empty += 1;
    const seqs = lines.map(({ seq }) => seq).toSorted((a, b) => a - b);
    if (seqs.some((seq, index) => index > 0 && seq !== (seqs[index - 1] ?? 0) + 1)) result.torn += 1;
    const shown = inView.map(({ seq }) => seq);
    result.reached = speed < 0 ? Math.min(...shown) : Math.max(...shown);
  };
  await new Promise<void>((resolve) => {
    const step = (now: number) => {
      result.frames.push(now - last);
      last = now;
      inspectFrame();
      const hasArrived = speed < 0 ? result.reached <= goal : result.reached >= goal;
      if (hasArrived || now - startedAt > limitMs) {
        resolve();
        return;
      }
      if (result.frames.length % 60 === 0) {
        result.elements = Math.max(result.elements, document.getElementsByTagName('*').length);
      }
      box.scrollTop += speed;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return result;
}

/** Records frames without scrolling, and how far a line in the middle moves. */
export async function observeIdle(ms: number): Promise<{ frames: number[]; moved: number }> {
  const box = document.querySelector('.talk__log');
  if (!box) throw new Error('The page shows no message list');
  const view = box.getBoundingClientRect();
  const line = [...box.querySelectorAll('[data-seq]')].find(
    (each) => each.getBoundingClientRect().top > view.top + view.height / 3,
  );
  const seq = line?.getAttribute('data-seq');
  const top = () => box.querySelector(`[data-seq="${seq}"]`)?.getBoundingClientRect().top ?? NaN;
  const from = top();
  const frames: number[] = [];
  const startedAt = performance.now();
  let last = startedAt;
  await new Promise<void>((resolve) => {
    const step = (now: number) => {
      frames.push(now - last);
      last = now;
      if (now - startedAt > ms) resolve();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return { frames, moved: Math.abs(top() - from) };
}

/** Counts by how much the layout of the list shifts. Runs in the page, before its scripts. */
export function countShifts(): void {
  let shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (document.querySelector('.talk__log [data-seq]')) shift += Number(Reflect.get(entry, 'value'));
    }
    document.documentElement.dataset['shift'] = String(shift);
  }).observe({ type: 'layout-shift' });
}

/** Returns what `countShifts` has counted since the page was loaded. Runs in the page. */
export const shiftOfLayout = (): number => Number(document.documentElement.dataset['shift'] ?? 0);

/** Resolves when the last line of the list shows a text, with the page's time in milliseconds. Runs in the page. */
export async function timeWhenShown(text: string): Promise<number> {
  for (;;) {
    const line = [...document.querySelectorAll('.talk__log [data-seq]')].at(-1);
    if (line?.textContent?.includes(text) && line.checkVisibility({ visibilityProperty: true })) {
      return performance.now();
    }
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}
