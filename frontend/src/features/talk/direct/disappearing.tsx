import { type ConversationView, DISAPPEARING_NAMES } from '@oniverse/contracts';
import { Plate } from '../../../ui/plate.js';
import { Segmented } from '../../../ui/segmented.js';
import { useChooseDisappearing } from './direct.queries.js';
import { DIRECT_TEXTS } from './direct.texts.js';

const { disappearing: TEXTS } = DIRECT_TEXTS;
const SEGMENTS = DISAPPEARING_NAMES.map((value) => ({ value, title: TEXTS.choices[value] }));

/** When the new messages of a conversation disappear. A choice is saved at once. */
export function Disappearing({ conversation }: { conversation: ConversationView }) {
  const { id, isGroup, disappearsAfter, mayChooseDisappearing } = conversation;
  const { mutate, isPending, variables } = useChooseDisappearing(id);
  return (
    <Plate title={TEXTS.title}>
      {mayChooseDisappearing ? (
        <>
          <Segmented
            label={TEXTS.title}
            segments={SEGMENTS}
            value={isPending ? variables : disappearsAfter}
            onChange={(value) => {
              if (!isPending) mutate(value);
            }}
          />
          <p className="small faint direct-aside__hint">{isGroup ? TEXTS.forAll : TEXTS.forBoth}</p>
        </>
      ) : (
        <>
          <p className="small muted">{TEXTS.says[disappearsAfter]}</p>
          <p className="small faint direct-aside__hint">{TEXTS.byStarter}</p>
        </>
      )}
    </Plate>
  );
}
