import {
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { keyOf } from '../../../ui/keys.js';
import { lazyPart } from '../../../ui/lazy-part.js';

const MemberCard = lazyPart(() => import('./member-card.js'));

const OPEN_MS = 500;
const CLOSE_MS = 200;

/** How the card was opened. Only the keyboard and touch move the focus into it. */
export type OpenedBy = 'hover' | 'keyboard' | 'touch';

interface Opened {
  anchor: HTMLElement;
  by: OpenedBy;
}

/** The events of a name or avatar that open a card. */
interface CardEvents {
  'aria-haspopup'?: 'dialog';
  onPointerEnter?: (event: PointerEvent<HTMLElement>) => void;
  onPointerLeave?: () => void;
  onPointerDown?: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp?: () => void;
  onPointerCancel?: () => void;
  onPointerMove?: (event: PointerEvent<HTMLElement>) => void;
  onContextMenu?: (event: MouseEvent<HTMLElement>) => void;
  onClickCapture?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

/** A finger that moves further scrolls. */
const MAX_MOVE = 10;

interface Options {
  /** False if Enter does something else on the element, such as opening its dialog. */
  opensOnEnter?: boolean;
}

/**
 * Opens a member's card over a name or avatar: after 500 ms of hover, on Enter, or by long press. `card` must be rendered
 * beside the element that gets `events`.
 * @param username null for a name without a card: the reader's own, or any name for a visitor
 */
export function useMemberCard(
  username: string | null,
  { opensOnEnter = true }: Options = {},
): { events: CardEvents; card: ReactNode } {
  const [opened, setOpened] = useState<Opened>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const pressedAt = useRef<{ x: number; y: number }>(undefined);
  const isLongPress = useRef(false);
  const stopTimer = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (username === null) return { events: {}, card: null };

  const openLater = (anchor: HTMLElement, by: OpenedBy) => {
    stopTimer();
    timer.current = setTimeout(() => {
      isLongPress.current = by === 'touch';
      setOpened({ anchor, by });
    }, OPEN_MS);
  };
  const close = () => {
    stopTimer();
    setOpened(undefined);
  };
  const closeLater = () => {
    stopTimer();
    if (opened?.by === 'hover') timer.current = setTimeout(close, CLOSE_MS);
  };
  const endPress = () => {
    pressedAt.current = undefined;
    stopTimer();
  };
  const events: CardEvents = {
    ...(opensOnEnter && { 'aria-haspopup': 'dialog' }),
    onPointerEnter: ({ pointerType, currentTarget }) => {
      if (pointerType === 'mouse' && !opened) openLater(currentTarget, 'hover');
      else if (pointerType === 'mouse') stopTimer();
    },
    onPointerLeave: closeLater,
    onPointerDown: ({ pointerType, currentTarget, clientX, clientY }) => {
      stopTimer();
      isLongPress.current = false;
      if (pointerType === 'mouse') return;
      pressedAt.current = { x: clientX, y: clientY };
      openLater(currentTarget, 'touch');
    },
    onPointerMove: ({ clientX, clientY }) => {
      const from = pressedAt.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > MAX_MOVE) endPress();
    },
    onPointerUp: () => {
      if (pressedAt.current) endPress();
    },
    onPointerCancel: endPress,
    // A long press would otherwise open the browser's menu of the link.
    onContextMenu: (event) => {
      if (pressedAt.current ?? isLongPress.current) event.preventDefault();
    },
    onClickCapture: (event) => {
      stopTimer();
      if (!isLongPress.current) return;
      isLongPress.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    ...(opensOnEnter && {
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (keyOf(event) !== 'Enter' || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        stopTimer();
        setOpened({ anchor: event.currentTarget, by: 'keyboard' });
      },
    }),
  };
  const card = opened && (
    <Suspense fallback={null}>
      <MemberCard
        username={username}
        {...opened}
        onClose={close}
        onPointerEnter={stopTimer}
        onPointerLeave={closeLater}
      />
    </Suspense>
  );
  return { events, card };
}
