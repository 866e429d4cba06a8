/// <reference lib="dom" />

/** What was seen while the list moved. Times in milliseconds. */
export interface Watched {
  /** From one frame to the next. */
  frames: number[];
  /** The newest or oldest `seq` that was in view at the end. */
  reached: number;
  /** Frames in which less than half of the view was filled with lines. */
  empty: number;
  /** Frames in which the lines that were there did not follow one another. */
  torn: number;
  /** The most elements of the page. */
  elements: number;
}

interface Journey {
  /** Pixels a frame; up is negative. */
  speed: number;
  /** The `seq` to be reached. */
  goal: number;
  limitMs: number;
}

/** Scrolls frame by frame until a message is in view. Runs in the page: it knows nothing but its arguments. */
export async function journey({ speed, goal, limitMs }: Journey): Promise<Watched> {
  const box = document.querySelector('.talk__log');
  if (!box) throw new Error('There is no conversation.');
  const watched: Watched = { frames: [], reached: 0, empty: 0, torn: 0, elements: 0 };
  const begun = performance.now();
  let last = begun;
  const look = () => {
    const view = box.getBoundingClientRect();
    const lines = [...box.querySelectorAll('[data-seq]')].map((line) => ({
      seq: Number(line.getAttribute('data-seq')),
      rect: line.getBoundingClientRect(),
    }));
    const inView = lines.filter(({ rect }) => rect.bottom > view.top && rect.top < view.bottom);
    const filled = inView.reduce((all, { rect }) => all + rect.height, 0);
    if (filled < view.height / 2) watched.empty += 1;
    const seqs = lines.map(({ seq }) => seq).toSorted((a, b) => a - b);
    if (seqs.some((seq, place) => place > 0 && seq !== (seqs[place - 1] ?? 0) + 1)) watched.torn += 1;
    const shown = inView.map(({ seq }) => seq);
    watched.reached = speed < 0 ? Math.min(...shown) : Math.max(...shown);
  };
  await new Promise<void>((resolve) => {
    const step = (now: number) => {
      watched.frames.push(now - last);
      last = now;
      look();
      const isThere = speed < 0 ? watched.reached <= goal : watched.reached >= goal;
      if (isThere || now - begun > limitMs) {
        resolve();
        return;
      }
      if (watched.frames.length % 60 === 0) {
        watched.elements = Math.max(watched.elements, document.getElementsByTagName('*').length);
      }
      box.scrollTop += speed;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return watched;
}

/** Watches the frames of a page that is left alone, and by how much the line in the middle moved meanwhile. */
export async function standstill(ms: number): Promise<{ frames: number[]; moved: number }> {
  const box = document.querySelector('.talk__log');
  if (!box) throw new Error('There is no conversation.');
  const view = box.getBoundingClientRect();
  const line = [...box.querySelectorAll('[data-seq]')].find(
    (each) => each.getBoundingClientRect().top > view.top + view.height / 3,
  );
  const seq = line?.getAttribute('data-seq');
  const top = () => box.querySelector(`[data-seq="${seq}"]`)?.getBoundingClientRect().top ?? NaN;
  const from = top();
  const frames: number[] = [];
  const begun = performance.now();
  let last = begun;
  await new Promise<void>((resolve) => {
    const step = (now: number) => {
      frames.push(now - last);
      last = now;
      if (now - begun > ms) resolve();
      else requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  });
  return { frames, moved: Math.abs(top() - from) };
}
