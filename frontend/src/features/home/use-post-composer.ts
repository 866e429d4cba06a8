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
import { useCreatePost } from '../posts/posts.queries.js';
import { COMPOSER_TEXTS } from './home.texts.js';
import { EMPTY_DRAFT, keepPostDraft, type PostDraft, readPostDraft } from './post-draft.js';

/** From here on the composer says how much room is left. */
const SAY_LEFT = 1_000;
const FIELDS = ['title', 'markdownContent', 'tags'] as const;
const DRAFT = [...FIELDS, 'isPublic'] as const;

/** What ends a tag while it is typed, besides Enter. */
const TAG_ENDS = new Set([',', ' ']);

const entersBy = ({ key, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !nativeEvent.isComposing;
/** Whether a key press posts: Ctrl or Cmd and Enter. */
const sendsBy = (event: KeyboardEvent): boolean => entersBy(event) && (event.ctrlKey || event.metaKey);

/** Why a tag cannot be added to those that are there; undefined where it can. */
function tagProblem(typed: string, tags: readonly string[]): string | undefined {
  const tag = normaliseTag(typed);
  if (tag === undefined) return MESSAGES.badTag;
  if (!tags.includes(tag) && tags.length >= LIMITS.tagsPerThing) return MESSAGES.tooManyTags;
  return undefined;
}

/** The tags with one more, which has no problem. */
function withTag(tags: readonly string[], typed: string): string[] {
  const tag = normaliseTag(typed);
  return tag === undefined ? [...tags] : [...new Set([...tags, tag])];
}

/** The post that a member writes: kept as a draft, posted by Ctrl or Cmd and Enter, or by the button. */
export function usePostComposer(userId: string) {
  const form = useForm<PostDraft>({ defaultValues: readPostDraft(userId) });
  const { errors } = form.formState;
  const [title, markdownContent, tags, isPublic] = useWatch({ control: form.control, name: DRAFT });
  const [typedTag, setTypedTag] = useState('');
  const [isPreviewed, setPreviewed] = useState(false);
  const create = useCreatePost();
  /** Known at once, where `isPending` is only known when the page is drawn again. */
  const isSending = useRef(false);
  const text = useDeferredValue(markdownContent);
  const found = useMemo(() => hashtagsOf(text).filter((tag) => !tags.includes(tag)), [text, tags]);
  const room = LIMITS.postText.max - characterCount(markdownContent);

  useEffect(
    () => keepPostDraft(userId, { title, markdownContent, tags, isPublic }),
    [userId, title, markdownContent, tags, isPublic],
  );

  /** Takes the tag that stands in the input; false where it is none. */
  const takeTag = (): boolean => {
    if (typedTag.trim() === '') return true;
    const problem = tagProblem(typedTag, tags);
    if (problem !== undefined) {
      form.setError('tags', { message: problem });
      return false;
    }
    form.clearErrors('tags');
    form.setValue('tags', withTag(tags, typedTag));
    setTypedTag('');
    return true;
  };

  const post = (draft: PostDraft) =>
    create.mutate(
      { ...draft, title: readField(RULES.post.title, draft.title) },
      {
        onSuccess: () => {
          form.reset({ ...EMPTY_DRAFT, isPublic: draft.isPublic });
          setPreviewed(false);
          showToast(draft.isPublic ? COMPOSER_TEXTS.posted : COMPOSER_TEXTS.postedPrivately);
        },
        onSettled: () => {
          isSending.current = false;
        },
        onError: (error) => {
          showFields<PostDraft>(error, FIELDS, (name, message) => form.setError(name, { message }));
          showToast({
            title: COMPOSER_TEXTS.failed,
            description: serverMessageOf(error) ?? COMPOSER_TEXTS.unreachable,
            variant: 'destructive',
          });
        },
      },
    );
  const submit = () => {
    if (isSending.current || !takeTag()) return;
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
        form.clearErrors('tags');
        setTypedTag(typed);
      },
      onKey: (event: KeyboardEvent) => {
        if (sendsBy(event)) submit();
        else if (entersBy(event) || TAG_ENDS.has(event.key)) takeTag();
        else return;
        event.preventDefault();
      },
      take: takeTag,
      remove: (tag: string) => {
        form.setValue(
          'tags',
          tags.filter((given) => given !== tag),
        );
      },
    },
    isPublic,
    isPreviewed,
    isPending: create.isPending,
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
