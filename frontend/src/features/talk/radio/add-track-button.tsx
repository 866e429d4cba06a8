import { type ComponentProps, useRef } from 'react';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icons.js';
import type { useAddTrack } from './radio.queries.js';
import { RADIO_TEXTS as TEXTS } from './radio.texts.js';

/** What a radio plays, for the picker of files. The server decides by the bytes. */
const ACCEPTED = 'audio/mpeg,audio/ogg,audio/flac,.mp3,.ogg,.oga,.opus,.flac';

interface AddTrackButtonProps extends Pick<ComponentProps<typeof Button>, 'className' | 'look'> {
  adding: ReturnType<typeof useAddTrack>;
}

/** Picks a file of sound and adds it to the radio. */
export function AddTrackButton({ adding, ...rest }: AddTrackButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const { mutate, isPending, fraction } = adding;
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        data-testid="track-to-add"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) mutate(file);
          // Otherwise choosing the same file again would fire no event.
          target.value = '';
        }}
      />
      <Button
        small
        {...rest}
        pending={isPending && TEXTS.adding(Math.round((fraction ?? 0) * 100))}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" small />
        {TEXTS.add}
      </Button>
    </>
  );
}
