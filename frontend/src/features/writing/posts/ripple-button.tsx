import '../../../ui/action.css';
import './ripples.css';
import type { PostView } from '@oniverse/contracts';
import { Button } from '../../../ui/button.js';
import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { useRipple } from './posts.queries.js';
import { POSTS_TEXTS } from './posts.texts.js';

interface RippleButtonProps {
  post: PostView;
  /** The id of the post's title, which describes the button. */
  of: string;
  /** A large button instead of one in a row of actions. */
  large?: boolean;
}

/** Sends a ripple, or takes it back. Not for the author's own posts. */
export function RippleButton({ post, of, large = false }: RippleButtonProps) {
  const { mutate } = useRipple();
  const isSent = post.isRippled;
  const sent = isSent ? ' is-sent' : '';
  const props = {
    'aria-pressed': isSent,
    'aria-describedby': of,
    onClick: () => mutate({ post, isSent: !isSent }),
  };
  const label = (
    <>
      {MENU_ICONS.ripple}
      {isSent ? POSTS_TEXTS.rippleSent : POSTS_TEXTS.ripple}
    </>
  );
  return large ? (
    <Button className={sent.trim()} {...props}>
      {label}
    </Button>
  ) : (
    <button type="button" className={`act${sent}`} {...props}>
      {label}
    </button>
  );
}
