import {
  characterCount,
  hashtagsOf,
  LIMITS,
  MESSAGES,
  normaliseTag,
  readField,
  RULES,
} from '@oniverse/contracts';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { serverMessageOf } from '../../api/http.js';
import { holds, showFields } from '../../forms/rules.js';
import { showToast } from '../../ui/toast-store.js';
import { useCreatePost, usePostUnderWay } from '../posts/posts.queries.js';
import { COMPOSER_TEXTS } from './home.texts.js';
import { EMPTY_DRAFT, keepPostDraft, type PostDraft, readPostDraft } from './post-draft.js';

/** From here on the composer says how much room is left. */
const SAY_LEFT = 1_000;
const FIELDS = ['title', 'markdownContent', 'tags'] as const;
const DRAFT = [...FIELDS, 'isPublic'] as const;

/** What stands between tags that are typed or pasted. */
const BETWEEN_TAGS = /[\s,]+/u;

const entersBy = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing;
/** Whether a key press posts: Ctrl or Cmd and Enter. */
const sendsBy = (event: KeyboardEvent): boolean => entersBy(event) && (event.ctrlKey || event.metaKey);

interface TagsRead {
  /** The tags that are there, with those of the text, up to the first that cannot be added. */
  taken: string[];
  /** What of the text is left. */
  rest: string;
  /** Why it is left. */
  problem?: string;
}

/** Adds the tags of a text to those that are there. */
function readTags(text: string, tags: readonly string[]): TagsRead {
  const taken = [...tags];
  const parts = text.split(BETWEEN_TAGS).filter((part) => part !== '');
  for (const [place, part] of parts.entries()) {
    const tag = normaliseTag(part);
    const rest = parts.slice(place).join(' ');
    if (tag === undefined) return { taken, rest, problem: MESSAGES.badTag };
    if (taken.includes(tag)) continue;
    if (taken.length >= LIMITS.tagsPerThing) return { taken, rest, problem: MESSAGES.tooManyTags };
    taken.push(tag);
  }
  return { taken, rest: '' };
}

/** Posts, and says what became of it wherever the member is by then; what is posted is a draft no more. */
function usePosting(userId: string) {
  return useCreatePost({
    onPosted: ({ isPublic }) => {
      keepPostDraft(userId, EMPTY_DRAFT);
      showToast(isPublic ? COMPOSER_TEXTS.posted : COMPOSER_TEXTS.postedPrivately);
    },
    onFailed: (error) =>
      showToast({
        title: COMPOSER_TEXTS.failed,
        description: serverMessageOf(error) ?? COMPOSER_TEXTS.unreachable,
        variant: 'destructive',
      }),
  });
}

/** The post that a member writes: kept as a draft, posted by Ctrl or Cmd and Enter, or by the button. */
export function usePostComposer(userId: string) {
  const form = useForm<PostDraft>({ defaultValues: readPostDraft(userId) });
  const { errors } = form.formState;
  const [title, markdownContent, tags, isPublic] = useWatch({ control: form.control, name: DRAFT });
  const [typedTag, setTypedTag] = useState('');
  const [isPreviewed, setPreviewed] = useState(false);
  const create = usePosting(userId);
  const isUnderWay = usePostUnderWay();
  /** Whether the page was left while its post was on its way, and is come back to: the draft is being posted already. */
  const isLeftover = useRef(isUnderWay);
  /** Known at once, where `isUnderWay` is only known when the page is drawn again. */
  const isSending = useRef(isUnderWay);
  const text = useDeferredValue(markdownContent);
  const found = useMemo(() => hashtagsOf(text).filter((tag) => !tags.includes(tag)), [text, tags]);
  const room = LIMITS.postText.max - characterCount(markdownContent);

  useEffect(
    () => keepPostDraft(userId, { title, markdownContent, tags, isPublic }),
    [userId, title, markdownContent, tags, isPublic],
  );

  useEffect(() => {
    if (isUnderWay || !isLeftover.current) return;
    isLeftover.current = false;
    isSending.current = false;
    // What was posted is a draft no more; what was not is there to be sent again.
    form.reset(readPostDraft(userId));
  }, [form, isUnderWay, userId]);

  /** Takes the tags of a text; false where one is none: it stays in the input, with what is behind it. */
  const takeTags = (typed: string): boolean => {
    const { taken, rest, problem } = readTags(typed, tags);
    form.setValue('tags', taken);
    setTypedTag(rest);
    if (problem === undefined) form.clearErrors('tags');
    else form.setError('tags', { message: problem });
    return problem === undefined;
  };

  const post = (draft: PostDraft) =>
    create.mutate(
      { ...draft, title: readField(RULES.post.title, draft.title) },
      {
        onSuccess: () => {
          form.reset({ ...EMPTY_DRAFT, isPublic: draft.isPublic });
          setPreviewed(false);
        },
        onError: (error) =>
          showFields<PostDraft>(error, FIELDS, (name, message) => form.setError(name, { message })),
        onSettled: () => {
          isSending.current = false;
        },
      },
    );
  const submit = () => {
    if (isSending.current || !takeTags(typedTag)) return;
    isSending.current = true;
    void form.handleSubmit(post, () => {
      isSending.current = false;
      // What is wrong with the text is shown beside it.
      setPreviewed(false);
    })();
  };

  return {
    title: { ...form.register('title', holds(RULES.post.title)), error: errors.title?.message },
    text: {
      ...form.register('markdownContent', holds(RULES.postEdit.markdownContent)),
      error: errors.markdownContent?.message,
    },
    /** What is previewed: it follows what is typed as fast as there is time. */
    shownText: text,
    /** Characters left, once they run short; negative over the limit. */
    left: room <= SAY_LEFT ? room : null,
    tags: {
      given: tags,
      found,
      typed: typedTag,
      error: errors.tags?.message,
      onType: (typed: string) => {
        if (BETWEEN_TAGS.test(typed)) {
          takeTags(typed);
          return;
        }
        form.clearErrors('tags');
        setTypedTag(typed);
      },
      onKey: (event: KeyboardEvent) => {
        if (sendsBy(event)) submit();
        else if (entersBy(event)) takeTags(typedTag);
        else return;
        event.preventDefault();
      },
      onLeave: () => {
        takeTags(typedTag);
      },
      remove: (tag: string) => {
        form.setValue(
          'tags',
          tags.filter((given) => given !== tag),
        );
      },
    },
    isPublic,
    isPreviewed,
    isPending: isUnderWay,
    toggleVisibility: () => form.setValue('isPublic', !isPublic),
    togglePreview: () => setPreviewed(!isPreviewed),
    submit,
    onTitleKey: (event: KeyboardEvent) => {
      if (sendsBy(event)) submit();
      else if (entersBy(event)) form.setFocus('markdownContent');
      else return;
      event.preventDefault();
    },
    onTextKey: (event: KeyboardEvent) => {
      if (!sendsBy(event)) return;
      event.preventDefault();
      submit();
    },
  };
}

export type PostComposerState = ReturnType<typeof usePostComposer>;
