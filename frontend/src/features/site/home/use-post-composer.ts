import {
  characterCount,
  FIELD_MESSAGES,
  LIMITS,
  normaliseTag,
  POST_EDIT_RULES,
  POST_RULES,
  readField,
} from '@oniverse/contracts';
import { useRouter } from '@tanstack/react-router';
import {
  type KeyboardEvent,
  type SyntheticEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { serverMessageOf } from '../../../api/http.js';
import { sentenceOf } from '../../../api/sentences.js';
import { validation, showFieldErrors } from '../../../forms/rules.js';
import { isComposing } from '../../../ui/composing.js';
import { keyOf } from '../../../ui/keys.js';
import { showToast } from '../../../ui/toast-store.js';
import {
  readyRefs,
  recheckFiles,
  releaseFiles,
  type TrayPlace,
  useTrayProblem,
} from '../../talk/attachments/index.js';
import { useCreatePost, useIsPosting } from '../../writing/posts/index.js';
import { COMPOSER_TEXTS } from './home.texts.js';
import { EMPTY_DRAFT, openDraft, storePostDraft, type PostDraft, readPostDraft } from './post-draft.js';

const SHOW_REMAINING_BELOW = 1_000;
const FIELDS = ['title', 'markdownContent', 'tags'] as const;
const DRAFT = [...FIELDS, 'isPublic'] as const;

const TAG_SEPARATOR = /[\s,،、，]+/u;

const isEnter = (event: KeyboardEvent): boolean => keyOf(event) === 'Enter';
const isSubmitShortcut = (event: KeyboardEvent): boolean =>
  isEnter(event) && (event.ctrlKey || event.metaKey);

interface ParsedTags {
  /** Existing and new tags, up to the first that cannot be added. */
  added: string[];
  /** The text from the first tag that cannot be added. */
  rest: string;
  problem?: string;
}

function addTags(text: string, tags: readonly string[]): ParsedTags {
  const added = [...tags];
  const parts = text.split(TAG_SEPARATOR).filter((part) => part !== '');
  for (const [index, part] of parts.entries()) {
    const tag = normaliseTag(part);
    const rest = parts.slice(index).join(' ');
    if (tag === undefined) return { added, rest, problem: sentenceOf(FIELD_MESSAGES.badTag) };
    if (added.includes(tag)) continue;
    const max = LIMITS.tagsPerItem;
    if (added.length >= max) return { added, rest, problem: sentenceOf(FIELD_MESSAGES.tooManyTags({ max })) };
    added.push(tag);
  }
  return { added, rest: '' };
}

/** The place of the files of the draft. */
export const newPostPlace = (userId: string): TrayPlace => ({ userId, placeId: 'post' });

/** Shows the result on any page. Success clears the draft and its files. */
function useSubmitPost(userId: string) {
  return useCreatePost({
    onPosted: ({ isPublic }, { attachments = [] }) => {
      releaseFiles(newPostPlace(userId), attachments);
      storePostDraft(userId, EMPTY_DRAFT);
      showToast(isPublic ? COMPOSER_TEXTS.posted : COMPOSER_TEXTS.postedPrivately);
    },
    onFailed: (error) => {
      recheckFiles(newPostPlace(userId), error);
      showToast({
        title: COMPOSER_TEXTS.failed,
        description: serverMessageOf(error) ?? COMPOSER_TEXTS.unreachable,
        variant: 'destructive',
      });
    },
  });
}

export function usePostComposer(userId: string) {
  const router = useRouter();
  const form = useForm<PostDraft>({ defaultValues: readPostDraft(userId) });
  const { errors } = form.formState;
  const [title, markdownContent, tags, isPublic] = useWatch({ control: form.control, name: DRAFT });
  const [typedTag, setTypedTag] = useState('');
  const [isPreviewed, setPreviewed] = useState(false);
  const create = useSubmitPost(userId);
  const isPosting = useIsPosting();
  const filesProblem = useTrayProblem(newPostPlace(userId));
  /** The member returned while the draft was still being posted. */
  const isPostingOnMount = useRef(isPosting);
  /** Updated synchronously; `isPosting` only changes with the next render. */
  const isSending = useRef(isPosting);
  const text = useDeferredValue(markdownContent);
  const remaining = LIMITS.postText.max - characterCount(markdownContent);

  useEffect(
    () => storePostDraft(userId, { title, markdownContent, tags, isPublic }),
    [userId, title, markdownContent, tags, isPublic],
  );

  useEffect(() => {
    if (isPosting || !isPostingOnMount.current) return;
    isPostingOnMount.current = false;
    isSending.current = false;
    // The stored draft is empty after success.
    form.reset(readPostDraft(userId));
  }, [form, isPosting, userId]);

  useEffect(() => {
    // A tag's page and the finder lead here to write with a tag.
    if (router.state.location.hash === 'write') form.setFocus('title');
  }, [form, router]);

  /** Adds the typed tags. Returns false for an invalid tag, which stays in the input with the text after it. */
  const addTypedTags = (typed: string): boolean => {
    const { added, rest, problem } = addTags(typed, tags);
    form.setValue('tags', added);
    setTypedTag(rest);
    if (problem === undefined) form.clearErrors('tags');
    else form.setError('tags', { message: problem });
    return problem === undefined;
  };

  const addTag = useEffectEvent((tag: string) => {
    addTypedTags(`${typedTag} ${tag}`);
    form.setFocus('title');
  });
  useEffect(() => openDraft((tag) => addTag(tag)), []);

  const post = (draft: PostDraft) => {
    const attachments = readyRefs(newPostPlace(userId));
    create.mutate(
      {
        ...draft,
        title: readField(POST_RULES.title, draft.title),
        ...(attachments.length > 0 && { attachments }),
      },
      {
        onSuccess: () => {
          form.reset({ ...EMPTY_DRAFT, isPublic: draft.isPublic });
          setPreviewed(false);
        },
        onError: (error) =>
          showFieldErrors<PostDraft>(error, FIELDS, (name, message) => form.setError(name, { message })),
        onSettled: () => {
          isSending.current = false;
        },
      },
    );
  };
  const submit = () => {
    if (isSending.current || filesProblem !== undefined || !addTypedTags(typedTag)) return;
    isSending.current = true;
    void form.handleSubmit(post, () => {
      isSending.current = false;
      setPreviewed(false);
    })();
  };

  return {
    title: { ...form.register('title', validation(POST_RULES.title)), error: errors.title?.message },
    text: {
      ...form.register('markdownContent', validation(POST_EDIT_RULES.markdownContent)),
      error: errors.markdownContent?.message,
    },
    written: markdownContent,
    write: (written: string) =>
      form.setValue('markdownContent', written, { shouldValidate: form.formState.isSubmitted }),
    previewText: text,
    /** Remaining characters, negative over the limit; null while there are plenty. */
    remaining: remaining <= SHOW_REMAINING_BELOW ? remaining : null,
    tags: {
      added: tags,
      typed: typedTag,
      error: errors.tags?.message,
      onType: (event: SyntheticEvent<HTMLInputElement>) => {
        const typed = event.currentTarget.value;
        // Composed text may have spaces between syllables.
        if (TAG_SEPARATOR.test(typed) && !isComposing(event)) {
          addTypedTags(typed);
          return;
        }
        form.clearErrors('tags');
        setTypedTag(typed);
      },
      onKey: (event: KeyboardEvent) => {
        if (isSubmitShortcut(event)) submit();
        else if (isEnter(event)) addTypedTags(typedTag);
        else return;
        event.preventDefault();
      },
      onBlur: () => {
        addTypedTags(typedTag);
      },
      remove: (tag: string) => {
        form.setValue(
          'tags',
          tags.filter((added) => added !== tag),
        );
      },
    },
    isPublic,
    isPreviewed,
    isPending: isPosting,
    filesProblem,
    toggleVisibility: () => form.setValue('isPublic', !isPublic),
    togglePreview: () => setPreviewed(!isPreviewed),
    submit,
    onTitleKey: (event: KeyboardEvent) => {
      if (isSubmitShortcut(event)) submit();
      else if (isEnter(event)) form.setFocus('markdownContent');
      else return;
      event.preventDefault();
    },
    onTextKey: (event: KeyboardEvent) => {
      if (!isSubmitShortcut(event)) return;
      event.preventDefault();
      submit();
    },
  };
}

export type PostComposerState = ReturnType<typeof usePostComposer>;
